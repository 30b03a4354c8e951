import {GATES, type Policy} from "../schema/policy.js";
import type {Row} from "./insertRows.js";
import type {LoadedCampaign} from "./readCampaign.js";

/** The rows that a campaign's small records give, by table of section 8.1. */
export function campaignRows(loaded: LoadedCampaign): Record<string, Row[]> {
  const {campaignId: campaign_id, record, policy} = loaded;
  const own = <T extends Row>(rows: T[]): Row[] => rows.map((row) => ({campaign_id, ...row}));
  const stages = loaded.stages.map(({path, record: stage}) => ({path, stage, key: pick(stage, ["profile", "stage"])}));
  return {
    campaigns: own([
      {
        ...pick(record, ["origin", "question", "simulated", "time_scale", "lifecycle", "hardware"]),
        started_at: record.started_at,
        finished_at: record.finished_at ?? (record.origin === "captured" ? loaded.manifest?.sealed_at : null),
        decode_ceiling_tok_s: record.ceilings.decode_tok_s,
        prefill_ceiling_tok_s: record.ceilings.prefill_tok_s,
        root_hash: loaded.manifest?.root ?? null,
        tool: `${record.tool.name} ${record.tool.version}`
      }
    ]),
    profiles: own(
      record.profiles.map((p) => ({
        ...pick(p, ["profile", "role", "recipe", "served_model", "engine", "gpu", "context_tokens", "concurrency"]),
        model: joined(p.model, p.model_revision),
        image: joined(p.image, p.image_digest),
        settings: JSON.stringify(p.settings)
      }))
    ),
    stages: own(
      stages.map(({path, stage}) => ({
        ...pick(stage, ["profile", "stage", "kind", "boot_id", "started_at", "ended_at", "wall_s", "source_file"]),
        ...pick(stage.settings, ["nominal_prompt_tokens", "concurrency", "max_tokens", "cache_declared", "thinking"]),
        ...pick(stage.settings, ["n_planned", "also", "time_scale"]),
        settings: JSON.stringify(stage.settings),
        server_before: jsonText(stage.server_before),
        server_after: jsonText(stage.server_after),
        failure_code: stage.failure?.code ?? null,
        failure: stage.failure?.message ?? null,
        file: path
      }))
    ),
    checks: own(stages.flatMap(({path, stage, key}) => stage.checks.map((check) => ({...key, ...check, file: path})))),
    attempts: own(
      stages.flatMap(({path, stage, key}) =>
        stage.attempts.map((attempt) => ({...key, kind: stage.kind, ...attempt, file: path}))
      )
    ),
    reserve_readings: own(
      stages.flatMap(({path, stage, key}) => stage.reserve.map((reading) => ({...key, ...reading, file: path})))
    ),
    artifacts: own(artifacts(loaded)),
    policies: own(policyRows(policy, loaded.policySha256)),
    not_applicable: own(record.not_applicable),
    comparison_specs: own(record.comparisons),
    ...restorationRows(loaded)
  };
}

function artifacts({manifest, imported}: LoadedCampaign): Row[] {
  const foreign = new Map((imported?.files ?? []).map((file) => [file.kept_as ?? `imported/${file.name}`, file]));
  const sealed = (manifest?.files ?? []).map(({path, sha256, size, lines}) => {
    const file = foreign.get(path);
    foreign.delete(path);
    const about = {format: file?.format ?? null, mapped: file?.mapped ?? null, reason: file?.reason ?? null};
    return {path, sha256, size, lines: lines ?? null, ...about};
  });
  return [
    ...sealed,
    ...[...foreign].map(([path, file]) => ({path, ...pick(file, ["sha256", "size", "format", "mapped", "reason"])}))
  ];
}

function policyRows(policy: Policy, sha256: string): Row[] {
  const thresholds: Record<string, number> = {
    preflight: policy.preflight.checks.length,
    thinking: policy.thinking.controls.length,
    quality: policy.quality.attempts,
    multimodal: policy.multimodal.attempts,
    endurance: policy.endurance.requests,
    reserve: policy.reserve.free_mib
  };
  return GATES.map(({gate, title, class: kind}, index) => ({
    gate,
    position: index + 1,
    title,
    class: kind,
    required: policy[gate].required,
    threshold: thresholds[gate] ?? null,
    items: gate === "preflight" ? policy.preflight.checks : gate === "thinking" ? policy.thinking.controls : [],
    tool_calls: policy.preflight.tool_calls,
    long_prompt_tokens: policy.preflight.long_prompt_tokens,
    rate_min_tokens: policy.audit.rate_min_tokens,
    selection: policy.select,
    policy: policy.name,
    sha256
  }));
}

function restorationRows(loaded: LoadedCampaign): Record<string, Row[]> {
  const {campaignId: campaign_id, before} = loaded;
  if (!loaded.restoration) return {};
  const {file, record: restoration} = loaded.restoration;
  return {
    restorations: [
      {
        campaign_id,
        ...pick(restoration, ["applicable", "reason", "restored_at", "restored_by", "health", "token_generated"]),
        ...pick(restoration, ["candidate_gone", "downtime_s"]),
        incumbent: before === null ? null : before.incumbent !== null || before.served_model !== null,
        files: [file, ...restoration.source_files],
        file
      }
    ],
    restoration_fields: restoration.fields.map((field) => ({
      campaign_id,
      ...pick(field, ["field", "equal", "required"]),
      before: jsonText(field.before),
      after: jsonText(field.after),
      file
    }))
  };
}

const jsonText = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

const joined = (name: string | null, pin: string | null): string | null =>
  name === null || pin === null || name.includes("@") ? name : `${name}@${pin}`;

function pick<T extends object, K extends keyof T>(from: T, keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
}
