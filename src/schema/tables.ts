/** The loaded tables of section 8.1: names, DuckDB types and meanings. One source for the loader, the Arrow files, the notebook and the documentation. */
export interface Column {
  name: string;
  type: "VARCHAR" | "BIGINT" | "DOUBLE" | "BOOLEAN" | "VARCHAR[]" | "TIMESTAMP";
  about: string;
}
export interface Table {
  name: string;
  about: string;
  columns: Column[];
}

const c = (name: string, type: Column["type"], about: string): Column => ({name, type, about});
const campaign = c("campaign_id", "VARCHAR", "YYYY-MM-DD-slug");
const profile = c("profile", "VARCHAR", "a recipe with a context and a concurrency, as measured");
const stage = c("stage", "VARCHAR", "<NN>-<slug>");
const requestIds = c("request_ids", "VARCHAR[]", "requests behind it");
const files = c("files", "VARCHAR[]", "evidence files behind it, relative to the campaign");

export const TABLES: Table[] = [
  {
    name: "campaigns",
    about: "one dated qualification a row",
    columns: [
      campaign,
      c("origin", "VARCHAR", "captured, imported or reported"),
      c("question", "VARCHAR", "what the campaign asks"),
      c("simulated", "BOOLEAN", "evidence of the embedded simulator"),
      c("time_scale", "DOUBLE", "how far a rehearsal shortens waits"),
      c("lifecycle", "VARCHAR", "managed or attached"),
      c("started_at", "TIMESTAMP", "UTC"),
      c("finished_at", "TIMESTAMP", "UTC"),
      c("hardware", "VARCHAR", "in words"),
      c("decode_ceiling_tok_s", "DOUBLE", "declared physical limit"),
      c("prefill_ceiling_tok_s", "DOUBLE", "declared physical limit"),
      c("root_hash", "VARCHAR", "root of the newest manifest"),
      c("tool", "VARCHAR", "name and version of what recorded it")
    ]
  },
  {
    name: "profiles",
    about: "one measured profile a row",
    columns: [
      campaign,
      profile,
      c("role", "VARCHAR", "candidate, baseline, incumbent or reported"),
      c("recipe", "VARCHAR", "path of the recipe"),
      c("model", "VARCHAR", "repo@revision"),
      c("image", "VARCHAR", "name@digest"),
      c("served_model", "VARCHAR", "name the server answers to"),
      c("engine", "VARCHAR", "serving engine"),
      c("gpu", "VARCHAR", "cards in words"),
      c("context_tokens", "BIGINT", "configured context"),
      c("concurrency", "BIGINT", "configured running requests"),
      c("settings", "VARCHAR", "JSON of the settings that tell arms apart")
    ]
  },
  {
    name: "stages",
    about: "one measured point or step a row",
    columns: [
      campaign,
      profile,
      stage,
      c(
        "kind",
        "VARCHAR",
        "snapshot, launch, preflight, thinking, capacity, quality, multimodal, endurance, reserve or restore"
      ),
      c("boot_id", "VARCHAR", "one start of a server"),
      c("started_at", "TIMESTAMP", "UTC"),
      c("ended_at", "TIMESTAMP", "UTC"),
      c("wall_s", "DOUBLE", "last end minus first sent, or the file's own wall clock"),
      c("nominal_prompt_tokens", "BIGINT", "asked for"),
      c("concurrency", "BIGINT", "asked for"),
      c("max_tokens", "BIGINT", "asked for"),
      c("cache_declared", "VARCHAR", "cold or warm, as planned"),
      c("thinking", "VARCHAR", "default, enabled or disabled"),
      c("n_planned", "BIGINT", "requests planned"),
      c("also", "VARCHAR[]", "other kinds of gate this stage serves"),
      c("time_scale", "DOUBLE", "of the simulator"),
      c("settings", "VARCHAR", "JSON of all settings"),
      c("server_before", "VARCHAR", "JSON of the server's state before"),
      c("server_after", "VARCHAR", "JSON of the server's state after"),
      c("failure_code", "VARCHAR", "why the stage itself failed"),
      c("failure", "VARCHAR", "in a sentence"),
      c("source_file", "VARCHAR", "foreign file it came from"),
      c("file", "VARCHAR", "stage file, relative to the campaign")
    ]
  },
  {
    name: "requests",
    about: "one HTTP attempt a row",
    columns: [
      campaign,
      profile,
      stage,
      c("request_id", "VARCHAR", "<profile>/<stage>#<index>"),
      c("index", "BIGINT", "from 0"),
      c("phase", "VARCHAR", "warmup or measured"),
      c("boot_id", "VARCHAR", "one start of a server"),
      c("status", "VARCHAR", "ok, http_error, stream_error, truncated, timeout or aborted"),
      c("http_status", "BIGINT", ""),
      c("finish_reason", "VARCHAR", "as the server said"),
      c("error", "VARCHAR", "as it was told, redacted"),
      c("nominal_prompt_tokens", "BIGINT", "asked for"),
      c("concurrency", "BIGINT", "asked for"),
      c("max_tokens", "BIGINT", "asked for"),
      c("cache_declared", "VARCHAR", "cold or warm, as planned"),
      c("sent_at", "TIMESTAMP", "wall clock of t=0"),
      c("sent_ms", "DOUBLE", "ms from the stage's start"),
      c("connect_ms", "DOUBLE", "ms to open the connection"),
      c("in_flight_mean", "DOUBLE", "mean number in flight during it"),
      c("prompt_id", "VARCHAR", "names the prompt"),
      c("thinking", "VARCHAR", "default, enabled or disabled"),
      c("purpose", "VARCHAR", "check or task it was sent for"),
      c("ttfo_ms", "DOUBLE", "first output delta of any channel"),
      c("ttft_ms", "DOUBLE", "first content delta"),
      c("first_reasoning_ms", "DOUBLE", ""),
      c("first_tool_ms", "DOUBLE", ""),
      c("last_output_ms", "DOUBLE", "last output delta"),
      c("e2e_ms", "DOUBLE", "end of the stream"),
      c("generation_ms", "DOUBLE", "last output minus first output"),
      c("output_deltas", "BIGINT", "SSE events with text"),
      c("prompt_tokens", "BIGINT", "from usage"),
      c("output_tokens", "BIGINT", "from usage"),
      c("cached_tokens", "BIGINT", "from usage"),
      c("reasoning_tokens", "BIGINT", "from usage"),
      c("first_delta_tokens", "DOUBLE", "k"),
      c("last_delta_tokens", "DOUBLE", "m"),
      c("chunk_gap_ms_p50", "DOUBLE", "a property of chunks"),
      c("max_stall_ms", "DOUBLE", "largest gap between output deltas"),
      c("accept_length", "DOUBLE", "tokens per verify step of this request"),
      c("loop_delay_p99_ms", "DOUBLE", "of the client while it ran"),
      c("loop_utilisation", "DOUBLE", "of the client while it ran"),
      c("cpu_share", "DOUBLE", "of the client while it ran"),
      c("shared_read_share", "DOUBLE", "output events that shared a socket read"),
      c("template_tokens", "BIGINT", "prompt tokens of the template alone"),
      c("short", "BOOLEAN", "stopped by itself before max_tokens"),
      c("ignore_eos", "BOOLEAN", "forced to its length"),
      c("content", "VARCHAR", "visible answer"),
      c("reasoning", "VARCHAR", "reasoning channel"),
      c("tool_calls", "VARCHAR", "JSON"),
      c("basis", "VARCHAR", "decode basis"),
      c("cached_basis", "VARCHAR", ""),
      c("output_tokens_basis", "VARCHAR", ""),
      c("prefill_basis", "VARCHAR", ""),
      c("file", "VARCHAR", "requests file, relative to the campaign")
    ]
  },
  {
    name: "deltas",
    about: "one output delta a row (loaded on demand)",
    columns: [
      campaign,
      c("request_id", "VARCHAR", ""),
      c("seq", "BIGINT", "from 0"),
      c("t_ms", "DOUBLE", "since t=0"),
      c("channel", "VARCHAR", "reasoning, content or tool"),
      c("text", "VARCHAR", ""),
      c("tokens", "DOUBLE", "tokens in it by continuous usage")
    ]
  },
  {
    name: "checks",
    about: "one functional check a row",
    columns: [
      campaign,
      profile,
      stage,
      c("check_id", "VARCHAR", ""),
      c("verdict", "VARCHAR", "pass, fail, inconclusive or not-run"),
      c("reason", "VARCHAR", ""),
      c("basis", "VARCHAR", ""),
      c("passed", "BIGINT", ""),
      c("planned", "BIGINT", ""),
      c("measured_prompt_tokens", "BIGINT", ""),
      requestIds,
      c("file", "VARCHAR", "")
    ]
  },
  {
    name: "attempts",
    about: "one graded attempt a row",
    columns: [
      campaign,
      profile,
      stage,
      c("kind", "VARCHAR", "quality or multimodal"),
      c("task", "VARCHAR", ""),
      c("attempt", "BIGINT", "from 1"),
      c("verdict", "VARCHAR", "pass, fail or inconclusive"),
      c("failure_class", "VARCHAR", ""),
      c("grader", "VARCHAR", "executed, diff-applied, assertions, text-match or harness-flag"),
      c("reason", "VARCHAR", ""),
      c("request_id", "VARCHAR", ""),
      c("output_sha256", "VARCHAR", ""),
      c("file", "VARCHAR", "")
    ]
  },
  {
    name: "reserve_readings",
    about: "free memory of a card through a profile",
    columns: [
      campaign,
      profile,
      stage,
      c("gpu", "VARCHAR", ""),
      c("idle_mib", "DOUBLE", ""),
      c("peak_mib", "DOUBLE", "lowest free"),
      c("after_mib", "DOUBLE", "lowest free after the workload"),
      c("settle_s", "DOUBLE", ""),
      c("file", "VARCHAR", "")
    ]
  },
  {
    name: "gpu_samples",
    about: "one reading of one card a row",
    columns: [
      campaign,
      profile,
      stage,
      c("at", "TIMESTAMP", "UTC"),
      c("t_ms", "DOUBLE", "since the campaign's start"),
      c("gpu", "VARCHAR", ""),
      c("total_mib", "DOUBLE", ""),
      c("used_mib", "DOUBLE", ""),
      c("free_mib", "DOUBLE", ""),
      c("utilisation_pct", "DOUBLE", ""),
      c("power_w", "DOUBLE", ""),
      c("temperature_c", "DOUBLE", ""),
      c("sm_clock_mhz", "DOUBLE", ""),
      c("throttle_bits", "BIGINT", ""),
      c("other_processes", "BIGINT", "processes on the card that are not ours"),
      c("file", "VARCHAR", "telemetry file, relative to the campaign")
    ]
  },
  {
    name: "server_samples",
    about: "one server counter or gauge a row",
    columns: [
      campaign,
      profile,
      stage,
      c("at", "TIMESTAMP", "UTC"),
      c("t_ms", "DOUBLE", "since the campaign's start"),
      c("metric", "VARCHAR", ""),
      c("labels", "VARCHAR", ""),
      c("value", "DOUBLE", ""),
      c("file", "VARCHAR", "telemetry file, relative to the campaign")
    ]
  },
  {
    name: "artifacts",
    about: "one evidence file a row",
    columns: [
      campaign,
      c("path", "VARCHAR", ""),
      c("sha256", "VARCHAR", ""),
      c("size", "BIGINT", "bytes"),
      c("lines", "BIGINT", "of a .jsonl"),
      c("format", "VARCHAR", "of a foreign file"),
      c("mapped", "BOOLEAN", "a foreign file that was understood"),
      c("reason", "VARCHAR", "why it was not")
    ]
  },
  {
    name: "reported",
    about: "one value that a foreign file claims a row",
    columns: [
      campaign,
      profile,
      stage,
      c("metric", "VARCHAR", ""),
      c("statistic", "VARCHAR", "p50, mean, total, value, ..."),
      c("value", "DOUBLE", ""),
      c("text", "VARCHAR", "a claim that is no number"),
      c("unit", "VARCHAR", ""),
      c("basis", "VARCHAR", ""),
      c("file", "VARCHAR", ""),
      c("json_path", "VARCHAR", "")
    ]
  },
  {
    name: "restoration_fields",
    about: "one field of the restoration proof a row",
    columns: [
      campaign,
      c("field", "VARCHAR", ""),
      c("before", "VARCHAR", "JSON"),
      c("after", "VARCHAR", "JSON"),
      c("equal", "BOOLEAN", "null: only one side has it"),
      c("required", "BOOLEAN", ""),
      c("file", "VARCHAR", "")
    ]
  },
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
