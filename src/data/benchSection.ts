import type {BenchMeasure, BenchResults} from "../schema/bench.js";
import {BENCH_HEADS, benchCells, machineSentence} from "./benchCells.js";
import {html, type Html} from "./html.js";
import {table} from "./html/table.js";

/** Speed and scale as `npm run bench` measured them last, each beside a peer or a limit of the same run. */
export function benchSection(results: BenchResults): Html {
  const parts = Object.values(results.parts);
  return html`<section>
    <h2 id="speed">Speed</h2>
    <p>
      ${parts.length === 0 ? "Nothing was measured yet." : machineSentence(results)} <code>npm run bench</code> measures
      again; a ratio is ours over the other, both of the same run.
    </p>
    ${parts.map(
      (part) =>
        html`<h3>${part.title}</h3>
          ${part.failed === null ? null : html`<p>Not finished: ${part.failed}</p>`}
          ${table(
            "One measure a row",
            part.measures,
            BENCH_HEADS.map((head, i) => ({
              head,
              cell: (row: BenchMeasure) =>
                i === 0 && row.note !== null
                  ? html`${benchCells(row)[i] ?? ""}<small>${row.note}</small>`
                  : (benchCells(row)[i] ?? "").replaceAll("**", "")
            }))
          )}`
    )}
  </section>`;
}
