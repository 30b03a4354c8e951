import type {Decision} from "../schema/decision.js";
import {GATES} from "../schema/policy.js";
import {sizeWord} from "./comparisonSentence.js";
import type {Database} from "./database.js";
import {headlineSentences, type Point} from "./headlineSentences.js";
import {profileLabels} from "./profileLabel.js";

const STATUS = {pass: "passed", fail: "failed", inconclusive: "inconclusive", "not-run": "not-run"};

/** The decision as `anvil-serving.benchmark-decision-summary/v1`; `not_computed` tells what is reported or null, and why. */
export interface AnvilSummary {
  schema: "anvil-serving.benchmark-decision-summary/v1";
  campaign_id: string;
  complete: boolean;
  identity: {model: string | null; image: string | null; served_model: string | null};
  workload: {
    hardware: string | null;
    selected_context_tokens: number | null;
    selected_concurrency: number | null;
    thinking_controls: string[];
  };
  measurement: {
    path: string | null;
    warm_cold_state: string | null;
    sample_count: number | null;
    statistics: string[];
  };
  gates: {name: string; status: string; detail: string}[];
  headline_results: string[];
  failures: string[];
  limitations: string[];
  decision: {
    evidence_labels: string[];
    decision_labels: string[];
    promotion_authorized: boolean;
    selected_recipe: string | null;
    next_gate: string;
  };
  evidence: string[];
  not_computed: {key: string; standing: "reported" | "null"; reason: string}[];
}

/** Prints a decision in anvil-serving's form: sentences are made from values and findings, never copied. */
export async function anvilSummary(db: Database, decision: Decision): Promise<AnvilSummary> {
  const {campaign_id, identity, selected} = decision;
  const {record, stages} = db.campaign(campaign_id);
  const labels = profileLabels(record.profiles);
  const label = (profile: string) => labels.get(profile) ?? profile;
  const points = await measuredPoints(db, campaign_id);
  const claims = await claimsOf(db, campaign_id);
  const notComputed: AnvilSummary["not_computed"] = [];
  const claimed = (key: string, computed: string | null, absent: string): string | null => {
    if (computed !== null) return computed;
    const claim = claims.get(key);
    const reason = claim ? `only ${claim.file} says so` : absent;
    notComputed.push({key, standing: claim ? "reported" : "null", reason});
    return claim?.text ?? null;
  };
  const gates = decision.gates.filter((gate) => gate.profile === selected);
  const sources = new Map(stages.map(({path, record: stage}) => [path, stage.source_file ?? path]));
  const files = gates.flatMap((gate) => gate.files.map((file) => sources.get(file) ?? file));
  return {
    schema: "anvil-serving.benchmark-decision-summary/v1",
    campaign_id,
    complete: decision.complete,
    identity: {model: identity.model, image: identity.image, served_model: identity.served_model},
    workload: {
      hardware: identity.hardware,
      selected_context_tokens: identity.context_tokens,
      selected_concurrency: identity.concurrency,
      thinking_controls: await thinkingControls(db, campaign_id, selected)
    },
    measurement: {
      path: claimed("measurement.path", record.origin === "captured" ? "online-direct" : null, "no file says how"),
      warm_cold_state: claimed(
        "measurement.warm_cold_state",
        record.origin === "captured" ? cacheState(stages.map((s) => s.record)) : null,
        "no file declares the cache's state; see finding cache-warm"
      ),
      sample_count: decision.sample_count,
      statistics: statistics(decision, points, label)
    },
    gates: gates.map(({gate, verdict, reason}) => ({
      name: GATES.find((g) => g.gate === gate)?.title ?? gate,
      status: STATUS[verdict],
      detail: reason
    })),
    headline_results: headlineSentences(decision, points, label),
    failures: decision.failures,
    limitations: decision.limitations,
    decision: {
      evidence_labels: decision.labels.evidence,
      decision_labels: decision.labels.decision,
      promotion_authorized: decision.promotion_authorized,
      selected_recipe: claimed("decision.selected_recipe", identity.recipe, "no file names the recipe's path"),
      next_gate: decision.next_gate
    },
    evidence: [...new Set(files.map((file) => file.replace(/^imported\//, "")))].sort(),
    not_computed: [
      ...notComputed,
      ...decision.labels.reported.map((word) => ({
        key: "decision.evidence_labels",
        standing: "reported" as const,
        reason: `${word} is declared by the campaign's own manifest`
      }))
    ]
  };
}

async function measuredPoints(db: Database, campaignId: string): Promise<Point[]> {
  return db.query<Point>(
    `select s.profile, s.stage, s.nominal_prompt_tokens, s.concurrency, s.n_ok,
       s.kind = 'endurance' or coalesce(list_contains(t.also, 'endurance'), false) as endurance
     from stage_summary as s join stages as t using (campaign_id, profile, stage)
     where s.campaign_id = $1 and s.kind in ('capacity', 'endurance') order by s.profile, s.stage`,
    [campaignId]
  );
}

async function claimsOf(db: Database, campaignId: string): Promise<Map<string, {text: string; file: string}>> {
  const rows = await db.query<{metric: string; text: string; file: string}>(
    `select metric, text, file from reported where campaign_id = $1 and text is not null
       and metric in ('measurement.path', 'measurement.warm_cold_state', 'decision.selected_recipe')`,
    [campaignId]
  );
  return new Map(rows.map((row) => [row.metric, row]));
}

async function thinkingControls(db: Database, campaignId: string, profile: string | null): Promise<string[]> {
  const rows = await db.query<{control: string}>(
    `select distinct replace(check_id, 'thinking-', '') as control from checks
     where campaign_id = $campaign and profile = $profile and check_id like 'thinking-%' and verdict in ('pass', 'fail')
     order by 1`,
    {campaign: campaignId, profile}
  );
  return rows.map((row) => row.control);
}

function cacheState(stages: {kind: string; settings: {cache_declared: string | null}}[]): string | null {
  const count = (state: string) =>
    stages.filter((s) => s.kind === "capacity" && s.settings.cache_declared === state).length;
  const parts = (["cold", "warm"] as const).flatMap((state) =>
    count(state) === 0 ? [] : [`${count(state)} capacity ${count(state) === 1 ? "point" : "points"} declared ${state}`]
  );
  return parts.length === 0 ? null : parts.join(", ");
}

function statistics(decision: Decision, points: Point[], label: (profile: string) => string): string[] {
  const {selected, values} = decision;
  if (selected === null) return [];
  const own = points.filter((p) => p.profile === selected);
  const capacity = own.filter((p) => !p.endurance);
  const sizes = capacity.map((p) => `${sizeWord(p.nominal_prompt_tokens)} C${p.concurrency ?? 1}`);
  const repeats = [...new Set(capacity.map((p) => p.n_ok))];
  const counted = (name: string) => values.find((v) => v.id.startsWith(`${selected}/`) && v.name === name);
  const quality = counted("quality_passed_count");
  const images = counted("multimodal_passed_count");
  return [
    ...(capacity.length > 0
      ? [
          `${label(selected)} profile capacity r${repeats.join("/")} at nominal ${sizes.join(", ")}, p50 by nearest rank`
        ]
      : []),
    ...own.filter((p) => p.endurance).map((p) => `${p.n_ok}-request ${sizeWord(p.nominal_prompt_tokens)} endurance`),
    ...(quality ? [`${quality.n ?? 0} deterministic coding-agent attempts`] : []),
    ...(images ? [`${images.n ?? 0} deterministic image attempts`] : [])
  ];
}
