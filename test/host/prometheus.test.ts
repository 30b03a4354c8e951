import {describe, expect, it} from "vitest";
import {parsePrometheus, sumOf} from "../../loaders/host/client/index.js";

const TEXT = `# HELP sglang:num_requests_total Number of requests.
# TYPE sglang:num_requests_total counter
sglang:num_requests_total{model_name="m",tp_rank="0"} 3.0
sglang:num_requests_total{model_name="m",tp_rank="1"} 4.0 1700000000000
sglang:time_bucket{le="+Inf",path="a \\"b\\" \\\\ c"} 7
up 1
broken line
nan_metric NaN
inf_metric +Inf
`;

describe("parsePrometheus", () => {
  it("reads names, labels with escapes, values and timestamps, and skips the rest", () => {
    const samples = parsePrometheus(TEXT);
    expect(samples.map((sample) => sample.metric)).toEqual([
      "sglang:num_requests_total",
      "sglang:num_requests_total",
      "sglang:time_bucket",
      "up",
      "inf_metric"
    ]);
    expect(samples[2]?.labels).toEqual({le: "+Inf", path: 'a "b" \\ c'});
  });

  it("sums a counter over its ranks, and tells absent from zero", () => {
    const samples = parsePrometheus(TEXT);
    expect(sumOf(samples, "sglang:num_requests_total")).toBe(7);
    expect(sumOf(samples, "vllm:x", "up")).toBe(1);
    expect(sumOf(samples, "not_there")).toBeNull();
    expect(sumOf(samples, "inf_metric")).toBeNull();
  });

  it("reads a hostile exposition in linear time", () => {
    const hostile = `m{${'a="b",'.repeat(1500)} 1\n`.repeat(200);
    expect(parsePrometheus(hostile)).toEqual([]);
  });
});
