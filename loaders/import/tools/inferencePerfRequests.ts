/** inference-perf's per-request file: a list of lifecycles with the time of every output token. */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {Format, Mapped, RequestDraft, StageDraft} from "../draft.js";
import {foreignRequest} from "../foreignRequest.js";
import {pointSettings} from "../pointSettings.js";
import {amount, asObject, listOf, num, readShape} from "../shape.js";
import {count, instantOfSeconds, measure, secondsToMs} from "../units.js";

const Lifecycle = z.looseObject({
  stage_id: amount,
  scheduled_time: num,
  start_time: num,
  end_time: num,
  info: z
    .looseObject({
      input_tokens: amount,
      output_tokens: amount,
      output_token_times: listOf(z.number()),
      response_metrics: z
        .looseObject({
          output_tokens: amount,
          output_token_times: listOf(z.number()),
          chunk_times: listOf(z.number()),
          server_usage: z.looseObject({prompt_tokens: amount, completion_tokens: amount}).nullish()
        })
        .nullish()
    })
    .nullish(),
  error: z.unknown().optional()
});
type Lifecycle = z.infer<typeof Lifecycle>;
const Lifecycles = listOf(Lifecycle);

export const inferencePerfRequests: Format = {
  name: "inference-perf-requests",
  kind: "inference-perf requests",
  recognises(first) {
    const item = Array.isArray(first) ? asObject(first[0]) : {};
    return "start_time" in item && "end_time" in item && "info" in item;
  },
  map(file): Mapped {
    const {value, problems} = readShape(Lifecycles, file.records[0]);
    if (!value) return mapped({problems});
    const all = value.filter((r): r is Lifecycle => r !== null);
    // Stages of one run differ in their load: their requests are never pooled.
    const loads = [...new Set(all.map((r) => r.stage_id ?? null))];
    return mapped({
      stages: loads.map((load) =>
        stage(
          all.filter((r) => (r.stage_id ?? null) === load),
          loads.length > 1 && load !== null ? `-s${load}` : ""
        )
      ),
      profiles: [{model: "inference-perf", settings: {}}],
      problems
    });
  }
};

function stage(all: Lifecycle[], suffix: string): StageDraft {
  const first = all.reduce((t, r) => Math.min(t, r.start_time ?? Infinity), Infinity);
  const last = all.reduce((t, r) => Math.max(t, r.end_time ?? -Infinity), -Infinity);
  return stageDraft({
    model: "inference-perf",
    kind: "capacity",
    slug: `inference-perf-requests${suffix}`,
    startedAt: instantOfSeconds(first),
    endedAt: instantOfSeconds(last),
    wallS: measure(last - first),
    settings: pointSettings({n_planned: all.length, percentile_method: "linear"}),
    requests: all.map((r) => request(r, first))
  });
}

function request(r: Lifecycle, first: number): RequestDraft {
  const start = r.start_time ?? null;
  const since = (at: number | null | undefined) =>
    typeof at === "number" && start !== null ? secondsToMs(at - start) : null;
  const metrics = r.info?.response_metrics;
  const times = (metrics?.output_token_times ?? metrics?.chunk_times ?? r.info?.output_token_times ?? []).filter(
    (t): t is number => t !== null
  );
  const ttft = since(times[0]);
  const lastOutput = since(times.at(-1));
  const usage = count(metrics?.server_usage?.completion_tokens);
  const failed = r.error != null;
  return foreignRequest(
    {
      failed,
      error: failed ? JSON.stringify(r.error).slice(0, 2000) : null,
      ttftMs: ttft,
      e2eMs: since(r.end_time),
      generationMs: ttft !== null && lastOutput !== null ? measure(lastOutput - ttft) : null,
      decodeBasis: "k-assumed-1",
      promptTokens: count(metrics?.server_usage?.prompt_tokens ?? r.info?.input_tokens),
      outputTokens: usage ?? count(metrics?.output_tokens ?? r.info?.output_tokens),
      outputBasis: usage === null ? "client-tokenizer" : "usage"
    },
    {
      last_output_ms: failed ? null : lastOutput,
      sent_ms: start === null ? null : secondsToMs(start - first),
      sent_at: instantOfSeconds(start)
    }
  );
}
