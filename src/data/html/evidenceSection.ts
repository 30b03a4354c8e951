import {formatBytes, formatNumber} from "../../components/formatNumber.js";
import type {Html} from "../html.js";
import {html} from "../html.js";
import {hash} from "./chips.js";
import {fileAnchor} from "./gatesSection.js";
import {table} from "./table.js";

/** A row of `artifacts`. */
export interface EvidenceFile {
  path: string;
  sha256: string | null;
  size: number | null;
  lines: number | null;
  format: string | null;
  mapped: boolean | null;
  reason: string | null;
}

/** Every evidence file with its size and hash; a foreign file also says what became of it. */
export function evidenceSection(files: EvidenceFile[], root: string | null): Html {
  return html`<section>
    <h2 id="evidence">Evidence</h2>
    <p>
      ${
        root === null
          ? "No manifest: the root hash is not known."
          : html`Whoever has the manifest's root hash from elsewhere can tell whether a byte was changed:
              <code class="hash wrap" data-copy="${root}">${root}</code>`
      }
    </p>
    ${
      files.length === 0
        ? html`<p class="missing">The evidence lists no files.</p>`
        : html`<details class="evidence-list" ${files.length <= 40 ? html`open` : null}>
            <summary>${files.length} files</summary>
            ${table(
              "One evidence file a row",
              files,
              [
                {head: "path", cell: (f) => html`<code class="wrap">${f.path}</code>`, sort: (f) => f.path},
                {head: "sha256", cell: (f) => (f.sha256 === null ? "unknown" : hash(f.sha256))},
                {
                  head: "size",
                  numeric: true,
                  cell: (f) => (f.size === null ? "" : formatBytes(f.size)),
                  sort: (f) => f.size
                },
                {
                  head: "lines",
                  numeric: true,
                  cell: (f) => (f.lines === null ? "" : formatNumber(f.lines)),
                  sort: (f) => f.lines
                },
                {
                  head: "what it is",
                  cell: (f) =>
                    [f.format, f.mapped === false ? `not mapped: ${f.reason ?? "no reason"}` : f.reason]
                      .filter(Boolean)
                      .join("; ")
                }
              ],
              {rowId: (f) => fileAnchor(f.path)}
            )}
          </details>`
    }
  </section>`;
}
