import {c, campaign, profile, stage, type Table} from "./column.js";

/** What was recorded beside the requests: memory, samples, files, reported figures, restoration. */
export const RECORDED_TABLES: readonly Table[] = [
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
  }
];
