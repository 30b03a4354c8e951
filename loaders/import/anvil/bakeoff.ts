/** anvil fast-tier-bakeoff/v1: graded answers of suites and built-in checks, and one timed request per context size. */
import {mapped, stageDraft} from "../draft.js";
import type {ForeignFile, Format, Mapped, Settings, StageDraft} from "../draft.js";
import {claim, leafClaims, textClaim} from "../claim.js";
import {asObject, readShape} from "../shape.js";
import {count, instant} from "../units.js";
import {Bakeoff} from "./bakeoffShape.js";
import type {BakeoffCheck} from "./bakeoffShape.js";
import {contextStages} from "./bakeoffContext.js";
import {gradedAttempts} from "./bakeoffAttempts.js";
import {metricClaims} from "./capacityClaims.js";
import {thinkingMode} from "./thinkingMode.js";

export const bakeoff: Format = {
  name: "anvil-serving.fast-tier-bakeoff/v1",
  kind: "quality",
  recognises: (first) => asObject(first)["schema"] === "anvil-serving.fast-tier-bakeoff/v1",
  map
};

function map(file: ForeignFile): Mapped {
  const {value: doc, problems} = readShape(Bakeoff, file.records[0]);
  if (!doc) return mapped({problems});
  const model = doc.identity?.model ?? "unnamed";
  const suites = Object.entries(doc.suites ?? {}).map(([suite, body]) =>
    qualityStage(doc, "quality", suite, withSection(body.checks, ""), file.siblings.get(body.source_sha256 ?? ""))
  );
  const builtin = [
    ...withSection(doc.intelligence?.checks, "intelligence/"),
    ...withSection(doc.session?.checks, "session/"),
    ...withSection(doc.tool?.checks, "tool/")
  ];
  const method = {from: "ttfo", decodeBasis: "e2e-minus-ttfo", prefillBasis: null} as const;
  const stages = [
    ...suites,
    ...(builtin.length > 0 ? [qualityStage(doc, "quality-builtin", "built-in checks", builtin, undefined)] : []),
    ...contextStages(doc, model)
  ];
  return mapped({
    stages,
    profiles: [
      {
        model,
        engine: doc.identity?.engine ?? null,
        gpu: doc.identity?.gpu ?? null,
        context_tokens: count(doc.context?.max_model_len),
        recipe: doc.source_recipe?.ref ?? null,
        settings: doc.identity?.config_id ? {config_id: doc.identity.config_id} : {}
      }
    ],
    reported: [
      ...chatClaims(asObject(doc.timing?.chat), method),
      ...leafClaims(doc.score_inputs ?? {}, "$.score_inputs").filter((r) => r.value !== 0),
      ...(doc.failures ?? []).flatMap((f, i) =>
        textClaim(`failure.${f?.suite ?? "unnamed"}`, f?.error, `$.failures[${i}].error`)
      ),
      ...Object.entries(doc.suites ?? {}).flatMap(([name, s]) =>
        textClaim("suite_status", s.status, `$.suites[${JSON.stringify(name)}].status`)
      ),
      ...claim(
        "wall_s",
        "value",
        doc.timing?.wall_ms == null ? null : doc.timing.wall_ms / 1000,
        "s",
        "$.timing.wall_ms"
      )
    ].map((row) => ({...row, model})),
    named: [
      ...Object.values(doc.suites ?? {}).flatMap((s) =>
        s.source ? [{file: s.source, sha256: s.source_sha256 ?? null}] : []
      ),
      ...(doc.thinking?.control_evidence
        ? [{file: doc.thinking.control_evidence, sha256: doc.thinking.control_evidence_sha256 ?? null}]
        : [])
    ],
    notMapped: ["$.voice", "$.selection", "$.evaluation_protocol"].filter((p) => asObject(doc)[p.slice(2)] != null),
    problems
  });
}

/** A rate or a latency of exactly 0 is what this harness writes when nothing was measured. */
function chatClaims(chat: Record<string, unknown>, method: Parameters<typeof metricClaims>[1]) {
  const measured = Object.fromEntries(Object.entries(chat).filter(([, v]) => v !== 0));
  return metricClaims(measured, method).map((r) => ({
    ...r,
    json_path: r.json_path.replace("$.metrics", "$.timing.chat")
  }));
}

const withSection = (checks: (BakeoffCheck | null)[] | null | undefined, section: string): BakeoffCheck[] =>
  (checks ?? []).flatMap((c) => (c ? [{...c, id: `${section}${c.id ?? c.name ?? "unnamed"}`}] : []));

function qualityStage(
  doc: Bakeoff,
  slug: string,
  suiteName: string,
  checks: BakeoffCheck[],
  suite: unknown
): StageDraft {
  const budget = count(doc.evaluation_protocol?.visible_answer_tokens);
  const headroom = count(doc.evaluation_protocol?.reasoning_headroom_tokens);
  const {requests, attempts} = gradedAttempts(checks, suite, doc);
  const settings: Settings = {
    nominal_prompt_tokens: null,
    concurrency: null,
    max_tokens: budget === null ? null : budget + (headroom ?? 0),
    cache_declared: null,
    thinking: thinkingMode(doc.thinking?.mode),
    n_planned: attempts.length,
    suite: suiteName,
    visible_answer_tokens: budget,
    reasoning_effort: doc.thinking?.reasoning_effort ?? null
  };
  return stageDraft({
    model: doc.identity?.model ?? "unnamed",
    kind: "quality",
    slug,
    startedAt: instant(doc.identity?.started_at),
    settings,
    requests,
    attempts
  });
}
