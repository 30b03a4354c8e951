/** AIPerf's metric names in this project's words, and its unit strings. Its "inter token latency" is a mean per request: TPOT. */
import type {Basis} from "../../../src/schema/basis.js";
import {nsToMs, secondsToMs} from "../units.js";

export interface AiperfMetric {
  metric: string;
  basis: Basis | null;
  unit: "ms" | "tok/s" | "requests/s" | "tokens" | "requests" | "share" | null;
}

const m = (metric: string, unit: AiperfMetric["unit"], basis: Basis | null = null): AiperfMetric => ({
  metric,
  unit,
  basis
});

export const AIPERF_METRICS = new Map<string, AiperfMetric>([
  ["request_latency", m("e2e_ms", "ms")],
  ["time_to_first_token", m("ttft_ms", "ms")],
  ["time_to_first_output_token", m("first_answer_ms", "ms")],
  ["time_to_second_token", m("second_token_ms", "ms")],
  ["inter_token_latency", m("tpot_ms", "ms", "first-token-excluded")],
  ["inter_chunk_latency", m("chunk_gap_ms", "ms", "chunk")],
  ["output_token_throughput", m("output_tok_s", "tok/s")],
  ["output_token_throughput_per_user", m("decode_tok_s", "tok/s", "first-token-excluded")],
  ["prefill_throughput_per_user", m("effective_prefill_tok_s", "tok/s", "prompt-over-ttft")],
  ["request_throughput", m("requests_per_s", "requests/s")],
  ["request_count", m("n_ok", "requests")],
  ["error_request_count", m("n_failed", "requests")],
  ["input_sequence_length", m("prompt_tokens", "tokens")],
  ["output_sequence_length", m("output_tokens", "tokens")],
  ["goodput", m("goodput_requests_per_s", "requests/s")]
]);

/** One value per run and not per request: its `avg` is the value itself. */
export const RUN_METRICS = new Map([
  ["output_tok_s", "total"],
  ["requests_per_s", "total"],
  ["goodput_requests_per_s", "total"],
  ["n_ok", "value"],
  ["n_failed", "value"]
]);

/** From the unit the file names to the row's; a unit that is not known gives null, never a guess. */
export function aiperfConvert(
  unit: string | null | undefined,
  to: AiperfMetric["unit"]
): ((x: number) => number | null) | null {
  if (to !== "ms") return (x) => x;
  switch (unit) {
    case "ms":
    case "milliseconds":
      return (x) => x;
    case "s":
    case "sec":
    case "seconds":
      return secondsToMs;
    case "us":
    case "µs":
      return (x) => nsToMs(x * 1000);
    case "ns":
    case "nanoseconds":
      return nsToMs;
    default:
      return null;
  }
}
