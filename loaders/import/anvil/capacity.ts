/** anvil-serving benchmark/v1: capacity points, with request timings (v3, v4-reasoning) or with a summary only (v2, unversioned). */
import type {Basis} from "../../../src/schema/basis.js";
import {mapped, stageDraft} from "../draft.js";
import type {Format, ForeignFile, Mapped, RequestDraft, Settings} from "../draft.js";
import {claim, textClaim} from "../claim.js";
import {asObject, readShape} from "../shape.js";
import {count, instant, measure, msToSeconds} from "../units.js";
import {Capacity, methodology} from "./capacityShape.js";
import type {Methodology} from "./capacityShape.js";
import {metricClaims, timingClaims} from "./capacityClaims.js";
import {sizeWord} from "./sizeWord.js";
import {thinkingMode} from "./thinkingMode.js";

export const capacity: Format = {
  name: "anvil-serving.benchmark/v1",
  kind: "capacity",
  recognises: (first) => asObject(first)["schema"] === "anvil-serving.benchmark/v1",
  map
};

function map(file: ForeignFile): Mapped {
  const {value: doc, problems} = readShape(Capacity, file.records[0]);
  if (!doc) return mapped({problems});
  const model = doc.model ?? "unnamed";
  const method = methodology(doc);
  const requests = [...timed(doc, method), ...failed(doc)];
  const nPlanned = count(doc.requests);
  const nominal = count(doc.context_tokens);
  const runStart = instant(/(\d{8}T\d{6}Z)$/.exec(doc.run_id ?? "")?.[1]);
  const stage = stageDraft({
    model,
    kind: "capacity",
    slug: `capacity-${sizeWord(nominal)}-c${count(doc.concurrency) ?? "x"}`,
    startedAt: instant(doc.started_at) ?? runStart,
    endedAt: instant(doc.finished_at),
    wallS: msToSeconds(doc.wall_clock_ms),
    settings: settings(doc, file, nPlanned, nominal),
    requests,
    reported: [
      ...metricClaims(doc.metrics ?? {}, method),
      ...claim("n_planned", "value", doc.requests, "requests", "$.requests"),
      ...claim("n_ok", "value", doc.completed, "requests", "$.completed"),
      ...claim("n_failed", "value", doc.failed, "requests", "$.failed"),
      ...claim("wall_s", "value", msToSeconds(doc.wall_clock_ms), "s", "$.wall_clock_ms"),
      ...timingClaims(doc.request_timings ?? [], method),
      ...textClaim("measurement_protocol", doc.measurement_protocol, "$.measurement_protocol")
    ],
    notes: requests.length === 0 ? ["The file holds a summary only: every value of this point is reported."] : []
  });
  const recipe = typeof doc.source_recipe === "string" ? doc.source_recipe : (doc.source_recipe?.ref ?? null);
  return mapped({
    stages: [stage],
    profiles: [
      {
        model,
        engine: doc.engine ?? null,
        gpu: doc.gpu ?? null,
        context_tokens: count(doc.max_context_tokens),
        recipe,
        settings: doc.tier ? {tier: doc.tier} : {}
      }
    ],
    notMapped: ["$.base_url", "$.manifest"].filter((p) => asObject(doc)[p.slice(2)] != null),
    problems: [...problems, ...disagreements(doc, requests)]
  });
}

function timed(doc: Capacity, method: Methodology): RequestDraft[] {
  return (doc.request_timings ?? []).flatMap((t): RequestDraft[] => {
    if (!t) return [];
    const tokens = count(t.output_tokens);
    const noOutput = (v: number | null) => (v === 0 && (tokens ?? 0) > 0 ? null : v);
    const ttfo = noOutput(measure(t.time_to_first_output_ms));
    const ttft = noOutput(measure(t.ttft_ms));
    const e2e = measure(t.e2e_ms);
    const first = method.from === "ttfo" ? ttfo : ttft;
    const deltas =
      count(t.content_chunks) === null ? null : (count(t.content_chunks) ?? 0) + (count(t.reasoning_chunks) ?? 0);
    return [
      {
        ...common(doc, t.request_index, count(t.planned_context_tokens)),
        status: "ok",
        ttfo_ms: ttfo,
        ttft_ms: ttft,
        e2e_ms: e2e,
        generation_ms: e2e === null || first === null ? null : measure(e2e - first),
        output_deltas: deltas,
        prompt_tokens: count(t.prompt_tokens),
        output_tokens: tokens,
        output_tokens_basis: tokensBasis(t.output_token_source),
        first_delta_tokens: tokens === null ? null : 1,
        last_delta_tokens: tokens,
        decode_basis: method.decodeBasis,
        prefill_basis: method.prefillBasis
      }
    ];
  });
}

function failed(doc: Capacity): RequestDraft[] {
  return (doc.failures ?? []).flatMap((f): RequestDraft[] => {
    if (!f) return [];
    const words = [f.error_type, f.message].filter(Boolean).join(": ");
    return [
      {
        ...common(doc, f.request_index, count(doc.context_tokens)),
        status: /http|status|connect|50\d|42\d/i.test(words) ? "http_error" : "stream_error",
        error: words || "the file does not say why"
      }
    ];
  });
}

function common(
  doc: Capacity,
  index: number | null | undefined,
  nominal: number | null
): Partial<RequestDraft> & {index: number | null} {
  const position = count(index);
  const seed = doc.context_seed;
  return {
    index: position,
    nominal_prompt_tokens: nominal,
    max_tokens: count(doc.max_tokens),
    thinking: thinkingMode(doc.serve_flags?.["thinking_mode"]),
    // The harness derives a prompt from seed, size and position: equal here means the same text.
    prompt_id: typeof seed === "number" && position !== null ? `anvil-seed-${seed}/${nominal ?? "x"}/${position}` : null
  };
}

function settings(doc: Capacity, file: ForeignFile, nPlanned: number | null, nominal: number | null): Settings {
  const flags = Object.fromEntries(
    Object.entries(doc.serve_flags ?? {}).map(([key, value]) => [`serve_flags.${key}`, value])
  );
  const timings = (doc.request_timings ?? []).length;
  return {
    nominal_prompt_tokens: nominal,
    concurrency: count(doc.concurrency) || null,
    max_tokens: count(doc.max_tokens),
    cache_declared: null,
    thinking: thinkingMode(doc.serve_flags?.["thinking_mode"]),
    n_planned: nPlanned,
    also: timings > 0 && (nPlanned ?? 0) >= file.enduranceRequests ? ["endurance"] : [],
    engine: doc.engine ?? null,
    gpu: doc.gpu ?? null,
    max_context_tokens: count(doc.max_context_tokens),
    context_seed: doc.context_seed ?? null,
    measurement_protocol: doc.measurement_protocol ?? null,
    timing_methodology: doc.timing_methodology ?? null,
    ...flags
  };
}

function tokensBasis(source: string | null | undefined): Basis | null {
  if (source === "usage") return "usage";
  if (source == null) return null;
  return /chunk/i.test(source) ? "chunk" : "client-tokenizer";
}

/** Requests whose own generation time does not follow from their end and first output. */
function disagreements(doc: Capacity, requests: RequestDraft[]): string[] {
  return (doc.request_timings ?? []).flatMap((t, i) => {
    const ours = requests[i]?.generation_ms;
    if (t?.generation_ms == null || ours == null || Math.abs(t.generation_ms - ours) <= 1e-9 * Math.max(1, ours))
      return [];
    return [`$.request_timings[${i}].generation_ms: says ${t.generation_ms}, but end minus first output is ${ours}`];
  });
}
