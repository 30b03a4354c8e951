import type {Explanation} from "./explainValue.js";
import {figure} from "./figure.js";

/** An explanation for a terminal: value, SQL, requests, files, frames, each resting on the next. */
export function explanationText({value, recomputed, requests, files, wire}: Explanation): string {
  const same = recomputed === value.value;
  const lines = [
    value.id,
    `  ${value.value === null ? `not measured: ${value.reason ?? "no reason"}` : `${value.value} (${figure(value)})`}`,
    `  basis ${value.basis ?? "the only one"}`,
    "",
    `by this SQL over the view ${value.lineage.view}, which gives ${recomputed ?? "null"}${same ? "" : ", NOT the same"}`,
    `  ${value.lineage.sql}`,
    "",
    ...(value.lineage.requests_sql === undefined
      ? [`over ${value.lineage.request_ids.length} requests`]
      : [
          `over ${value.n ?? "its"} requests, too many to list here; this statement lists them`,
          `  ${value.lineage.requests_sql}`
        ])
  ];
  for (const r of requests)
    lines.push(
      `  ${String(r.request_id)}  ${String(r.status)}  value ${String(r.value)}  ttfo ${String(r.ttfo_ms)} ms  ${String(r.prompt_tokens)} in  ${String(r.output_tokens)} out`
    );
  const more = value.lineage.request_ids.length - requests.length;
  if (more > 0) lines.push(`  and ${more} more, to ${value.lineage.request_ids.at(-1) ?? ""}`);
  lines.push("", "from these files");
  for (const {path, sha256, actual} of files)
    lines.push(
      `  ${path}`,
      `    sha256 ${sha256}  ${actual === sha256 ? "bytes agree" : actual === null ? "NOT HERE" : `CHANGED: ${actual}`}`
    );
  lines.push(
    "",
    wire.length > 0 ? "from these wire frames" : "no wire frames: this evidence was not captured by Assay"
  );
  for (const {request_id, file, frames, last_ms, first} of wire)
    lines.push(
      `  ${request_id}: ${frames} frames over ${last_ms.toFixed(3)} ms in ${file}`,
      ...first.map((l) => `    ${l}`)
    );
  return `${lines.join("\n")}\n`;
}
