import {ReportedRecord} from "../schema/campaign.js";
import {GpuSample, ServerSample} from "../schema/host.js";
import {RequestRecord} from "../schema/request.js";
import {TABLES} from "../schema/tables.js";
import {instant} from "./instant.js";
import type {FieldType, LineKind} from "./loadLines.js";

/** The kinds of JSON-lines files of section 4. */
export const REQUEST_LINES: LineKind = {
  schema: "assay.request/v1",
  table: "requests",
  shape: RequestRecord,
  ...projection("requests", {
    as: {
      basis: "decode_basis",
      loop_delay_p99_ms: "client.loop_delay_p99_ms",
      loop_utilisation: "client.loop_utilisation",
      cpu_share: "client.cpu_share",
      shared_read_share: "client.shared_read_share",
      tool_calls: "tool_calls::VARCHAR"
    },
    fields: {
      decode_basis: "VARCHAR",
      tool_calls: "JSON",
      client: {
        loop_delay_p99_ms: "DOUBLE",
        loop_utilisation: "DOUBLE",
        cpu_share: "DOUBLE",
        shared_read_share: "DOUBLE"
      }
    }
  })
};

export const GPU_LINES: LineKind = {
  schema: "assay.gpu-sample/v1",
  table: "gpu_samples",
  shape: GpuSample,
  ...projection("gpu_samples")
};

export const SERVER_LINES: LineKind = {
  schema: "assay.server-sample/v1",
  table: "server_samples",
  shape: ServerSample,
  ...projection("server_samples")
};

/** A reported line names its foreign file itself, so `file` is not the path of the .jsonl. */
export const REPORTED_LINES: LineKind = {
  schema: "assay.reported/v1",
  table: "reported",
  shape: ReportedRecord,
  ...projection("reported", {own: ["file"]})
};

function projection(
  table: string,
  options: {as?: Record<string, string>; fields?: Record<string, FieldType>; own?: string[]} = {}
): Pick<LineKind, "fields" | "select" | "namesFile"> {
  const columns = TABLES.find((t) => t.name === table)?.columns ?? [];
  const fields: Record<string, FieldType> = {...options.fields};
  const select: string[] = [];
  const namesFile = options.own?.includes("file") ?? false;
  for (const {name, type} of columns) {
    if (name === "campaign_id" || (name === "file" && !namesFile)) continue;
    const source = options.as?.[name];
    if (source === undefined) fields[name] = type === "TIMESTAMP" ? "VARCHAR" : type;
    const value = source === undefined ? `line."${name}"` : `line.${source}`;
    select.push(`${type === "TIMESTAMP" ? instant(value) : value} as "${name}"`);
  }
  return {fields, select: select.join(", "), namesFile};
}
