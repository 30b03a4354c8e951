import {c, campaign, profile, stage, requestIds, type Table} from "./column.js";

/** What was planned and measured: campaigns down to requests, and what was graded on them. */
export const MEASURED_TABLES: readonly Table[] = [
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
      c(
        "loop_delay_p99_ms",
        "DOUBLE",
        "of the thread that reads the sockets: what one byte in a hundred would have waited"
      ),
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
  }
];
