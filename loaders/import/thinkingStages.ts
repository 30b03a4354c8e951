/**
 * Thinking checks, derived from answers and not from anybody's flag: disabled means no reasoning channel and no think tags
 * in the content, enabled means a non-empty channel and clean content (design, section 6).
 */
import {basename} from "node:path/posix";
import type {ReadFile} from "./assembled.js";
import type {CheckDraft, StageDraft} from "./draft.js";
import {stageDraft} from "./draft.js";
import type {PlacedDraft} from "./buildStages.js";

type Want = "disabled" | "enabled";
const TAG = /<\/?think(?:ing)?>/i;

/**
 * One thinking stage per control file, and one per preflight that no control file names. A preflight that a control file
 * names as its evidence of thinking enabled is itself part of the thinking control: it becomes of that kind.
 */
export function thinkingStages(files: ReadFile[]): PlacedDraft[] {
  const placed: PlacedDraft[] = [];
  const byName = new Map(files.map((f) => [basename(f.name), f]));
  const used = new Set<StageDraft>();
  for (const file of files) {
    const claim = file.mapped?.control;
    if (!claim) continue;
    const evidence = claim.evidence.map((name) => ({name, stage: preflightOf(byName.get(basename(name)))}));
    for (const {name, stage} of evidence) {
      if (!stage) continue;
      used.add(stage);
      if (claim.enabledEvidence !== null && basename(name) === basename(claim.enabledEvidence))
        Object.assign(stage, {kind: "thinking", slug: "thinking-answers"});
    }
    const found = evidence.flatMap((e) => (e.stage ? [e.stage] : []));
    const model = claim.model ?? found[0]?.model ?? userOf(file, files);
    if (model === null) continue;
    const missing = evidence.filter((e) => !e.stage).map((e) => e.name);
    placed.push({
      file: file.keptAs ?? file.name,
      source: file.name,
      draft: thinkingStage(model, claim.observedAt, found, missing)
    });
  }
  for (const file of files) {
    const stage = preflightOf(file);
    if (!stage || used.has(stage) || wanted(stage) === null) continue;
    placed.push({
      file: file.keptAs ?? file.name,
      source: file.name,
      draft: thinkingStage(stage.model, stage.startedAt, [stage], [])
    });
  }
  return placed;
}

const preflightOf = (file: ReadFile | undefined): StageDraft | null =>
  file?.mapped?.stages.find((s) => s.kind === "preflight" || s.settings["reasoning_policy"] !== undefined) ?? null;

/** A control file without a model speaks of the profile whose results name it. */
function userOf(control: ReadFile, files: ReadFile[]): string | null {
  const name = basename(control.name);
  const user = files.find((f) => f.mapped?.named.some((n) => basename(n.file.replaceAll("\\", "/")) === name));
  return user?.mapped?.profiles[0]?.model ?? null;
}

function wanted(stage: StageDraft): Want | null {
  if (stage.settings.thinking === "disabled" || stage.settings["reasoning_policy"] === "forbidden") return "disabled";
  if (stage.settings.thinking === "enabled" || stage.settings["reasoning_policy"] === "required") return "enabled";
  return null;
}

function thinkingStage(model: string, at: string | null, evidence: StageDraft[], missing: string[]): StageDraft {
  const checks = (["disabled", "enabled"] as const).flatMap((want): CheckDraft[] => {
    const stages = evidence.filter((s) => wanted(s) === want);
    if (stages.length > 0) return [judge(want, stages)];
    return missing.length > 0 && evidence.length === 0 ? [unproved(want, missing)] : [];
  });
  return stageDraft({
    model,
    kind: "thinking",
    slug: "thinking",
    startedAt: at,
    settings: {
      nominal_prompt_tokens: null,
      concurrency: null,
      max_tokens: null,
      cache_declared: null,
      thinking: null,
      n_planned: null
    },
    checks,
    notes: missing.map((name) => `The control rests on ${name}, which is not among the imported files.`)
  });
}

function judge(want: Want, stages: StageDraft[]): CheckDraft {
  const rows = stages.flatMap((stage) => stage.requests.map((r, request) => ({r, stage, request})));
  const ok = rows.filter(({r}) => r.status === "ok");
  const broken = ok.filter(({r}) => {
    const leaked = TAG.test(r.content ?? "");
    const thought = (r.reasoning ?? "").trim() !== "";
    return want === "disabled" ? leaked || thought : leaked || !thought;
  });
  const what = want === "disabled" ? "show reasoning although it is disabled" : "show no clean reasoning channel";
  return {
    check_id: `thinking-${want}`,
    verdict: ok.length === 0 ? "inconclusive" : broken.length > 0 ? "fail" : "pass",
    reason:
      ok.length === 0
        ? "no answer to judge by"
        : broken.length > 0
          ? `${broken.length} of ${ok.length} answers ${what}`
          : want === "disabled"
            ? `${ok.length} of ${ok.length} answers have no reasoning channel and no think tags`
            : `${ok.length} of ${ok.length} answers have a reasoning channel and clean content`,
    basis: null,
    passed: ok.length - broken.length,
    planned: ok.length,
    measured_prompt_tokens: null,
    requests: [],
    elsewhere: (broken.length > 0 ? broken : ok).map(({stage, request}) => ({stage, request}))
  };
}

const unproved = (want: Want, missing: string[]): CheckDraft => ({
  check_id: `thinking-${want}`,
  verdict: "inconclusive",
  reason: `only claimed: ${missing.join(", ")} is not among the imported files`,
  basis: "reported",
  passed: null,
  planned: null,
  measured_prompt_tokens: null,
  requests: []
});
