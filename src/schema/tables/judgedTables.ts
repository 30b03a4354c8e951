import {c, campaign, profile, stage, requestIds, files, type Table} from "./column.js";

/** What the verdicts are made of: findings, policy, comparisons, waivers. */
export const JUDGED_TABLES: readonly Table[] = [
  {
    name: "findings",
    about: "one audit finding a row",
    columns: [
      campaign,
      c("rule", "VARCHAR", ""),
      c("severity", "VARCHAR", "invalidates, weakens or note"),
      profile,
      stage,
      c("detail", "VARCHAR", ""),
      c("why", "VARCHAR", ""),
      c("settle", "VARCHAR", ""),
      c("metrics", "VARCHAR[]", "metrics it touches"),
      c("comparison_id", "VARCHAR", ""),
      requestIds,
      files
    ]
  },
  {
    name: "policies",
    about: "the policy of a campaign, one gate a row",
    columns: [
      campaign,
      c("gate", "VARCHAR", "preflight, thinking, quality, multimodal, endurance, reserve or restoration"),
      c("position", "BIGINT", "order in the report"),
      c("title", "VARCHAR", "the gate in words"),
      c("class", "VARCHAR", "function, workload or policy"),
      c("required", "BOOLEAN", ""),
      c("threshold", "DOUBLE", "checks, controls, attempts, requests or MiB"),
      c("items", "VARCHAR[]", "checks or controls that must pass"),
      c("tool_calls", "BIGINT", "tool calls that must pass"),
      c("long_prompt_tokens", "BIGINT", "measured tokens of the long tool prompt"),
      c("rate_min_tokens", "BIGINT", "fewer output tokens than this are out of rate medians"),
      c("selection", "VARCHAR", "how a verified profile is chosen"),
      c("policy", "VARCHAR", "name of the policy"),
      c("sha256", "VARCHAR", "of its bytes")
    ]
  },
  {
    name: "not_applicable",
    about: "what was declared not applicable before the run",
    columns: [campaign, c("what", "VARCHAR", "a gate or a check"), c("reason", "VARCHAR", "")]
  },
  {
    name: "restorations",
    about: "one restoration proof a row",
    columns: [
      campaign,
      c("applicable", "BOOLEAN", ""),
      c("reason", "VARCHAR", "why it is not applicable"),
      c("restored_at", "TIMESTAMP", "UTC"),
      c("restored_by", "VARCHAR", "campaign, restore, watchdog or foreign"),
      c("health", "BOOLEAN", ""),
      c("token_generated", "BOOLEAN", ""),
      c("candidate_gone", "BOOLEAN", ""),
      c("downtime_s", "DOUBLE", "how long the incumbent was away"),
      c("incumbent", "BOOLEAN", "an incumbent was found before the run"),
      files,
      c("file", "VARCHAR", "")
    ]
  },
  {
    name: "comparison_specs",
    about: "one declared comparison a row",
    columns: [
      campaign,
      c("comparison_id", "VARCHAR", ""),
      c("metric", "VARCHAR", ""),
      c("baseline", "VARCHAR", "profile"),
      c("candidate", "VARCHAR", "profile"),
      c("nominal_prompt_tokens", "BIGINT", ""),
      c("concurrency", "BIGINT", ""),
      c("better", "VARCHAR", "higher or lower"),
      c("order", "VARCHAR", "ABBA, AB or as-found"),
      c("primary", "BOOLEAN", "declared before the run")
    ]
  },
  {
    name: "comparisons",
    about: "one compared metric of two profiles a row",
    columns: [
      campaign,
      c("comparison_id", "VARCHAR", ""),
      c("metric", "VARCHAR", ""),
      c("baseline", "VARCHAR", "profile"),
      c("candidate", "VARCHAR", "profile"),
      c("nominal_prompt_tokens", "BIGINT", ""),
      c("concurrency", "BIGINT", ""),
      c("unit", "VARCHAR", "boot or request"),
      c("scope", "VARCHAR", "where the word holds"),
      c("n_baseline", "BIGINT", ""),
      c("n_candidate", "BIGINT", ""),
      c("p50_baseline", "DOUBLE", ""),
      c("p50_candidate", "DOUBLE", ""),
      c("p50_ratio", "DOUBLE", "plain ratio of the medians"),
      c("ratio", "DOUBLE", "Hodges-Lehmann median of all pairwise ratios"),
      c("lo", "DOUBLE", ""),
      c("hi", "DOUBLE", ""),
      c("coverage", "DOUBLE", "exact coverage of the interval"),
      c("min_p", "DOUBLE", "smallest p that this n can reach"),
      c("p", "DOUBLE", "exact two-sided Mann-Whitney"),
      c("word", "VARCHAR", "the verdict"),
      c("needs", "BIGINT", "samples an arm that could decide"),
      c("reason", "VARCHAR", ""),
      c("excluded_request_ids", "VARCHAR[]", "requests that findings took out of the verdict")
    ]
  },
  {
    name: "waivers",
    about: "one signed waiver that counts at the decision's time a row",
    columns: [
      campaign,
      profile,
      c("gate", "VARCHAR", "the gate it takes out"),
      c("by", "VARCHAR", "who signed"),
      c("at", "TIMESTAMP", "UTC"),
      c("reason", "VARCHAR", "")
    ]
  }
];
