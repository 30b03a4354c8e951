import type {BenchResults} from "../schema/bench.js";
import {formatNumber} from "../components/formatNumber.js";
import {GATES, Policy} from "../schema/policy.js";
import {TABLES} from "../schema/tables.js";
import {benchSection} from "./benchSection.js";
import type {Html} from "./html.js";
import {html} from "./html.js";
import {mark} from "./html/mark.js";
import {table} from "./html/table.js";
import {pageSource} from "./pageSource.js";

/** A metric as the code's own catalogue describes it. */
export interface MetricEntry {
  id: string;
  label: string;
  unit: string | null;
  formula: string;
  about: string;
}

/** A rule of the audit as its own file describes it. */
export interface RuleEntry {
  id: string;
  severity: string;
  title: string;
  why: string;
  fires: string;
  settle: string;
}

/** What the method page is generated from: nothing on it is written twice. */
export interface Method {
  metrics: readonly MetricEntry[];
  rules: readonly RuleEntry[];
  views: {name: string; sql: string}[];
  /** What `npm run bench` measured last. */
  bench: BenchResults;
}

/** The method page: definitions, statistics, audit rules, policy, tables and views, out of the code's own catalogues. */
export function methodPage({metrics, rules, views, bench}: Method): string {
  return pageSource(
    "Method",
    [
      html`<h1>Method</h1>
        <p>
          How every number on these pages comes about. The tables are generated from the code that computes the numbers,
          so they cannot go stale.
        </p>
        <nav class="on-page" aria-label="On this page">
          ${ON_PAGE.map(([anchor, name]) => html`<a href="#${anchor}">${name}</a> `)}
        </nav>`,
      html`<section>
        <h2 id="metrics">Metrics of a request</h2>
        <p>
          The clock is monotonic and is read when bytes arrive at the socket, before they are parsed. Zero is the first
          byte of the request written on an open socket. An output delta is an event with text on a channel: reasoning,
          content or tool. A value nobody measured is empty with a reason; it is never zero.
        </p>
        ${table(
          "One metric a row",
          [...metrics],
          [
            {head: "name", cell: (m) => html`<code>${m.id}</code>`, sort: (m) => m.id},
            {head: "meaning", cell: (m) => html`<b>${m.label}</b><small>${m.about}</small>`},
            {head: "unit", cell: (m) => m.unit ?? ""},
            {head: "formula", cell: (m) => m.formula}
          ]
        )}
      </section>`,
      statistics(),
      html`<section>
        <h2 id="audit-rules">Audit rules</h2>
        <p>
          What a careful reviewer would raise. A finding that invalidates takes its rows out of the verdict of the
          metrics it touches; the figure is still printed with its mark, and a second figure without the suspect rows
          stands beside it, which is the one that a comparison's word rests on.
        </p>
        ${table(
          "One rule a row",
          [...rules],
          [
            {head: "rule", cell: (r) => html`<code>${r.id}</code>`, sort: (r) => r.id},
            {head: "severity", cell: (r) => mark(r.severity), sort: (r) => r.severity},
            {head: "fires when", cell: (r) => html`<b>${r.title}</b><small>${r.fires}</small>`},
            {head: "why it matters", cell: (r) => r.why},
            {head: "what settles it", cell: (r) => r.settle}
          ],
          {rowId: (r) => `rule-${r.id}`}
        )}
      </section>`,
      policySection(),
      html`<section>
        <h2 id="tables">Tables and views</h2>
        <p>The evidence as DuckDB sees it, in the command line and in the <a href="./sql.html">notebook</a> alike.</p>
        ${TABLES.map(
          (t) =>
            html`<details>
              <summary><code>${t.name}</code> ${t.about}</summary>
              ${table(`${t.name}: one column a row`, t.columns, [
                {head: "column", cell: (c) => html`<code>${c.name}</code>`},
                {head: "type", cell: (c) => c.type},
                {head: "meaning", cell: (c) => c.about}
              ])}
            </details>`
        )}
        ${views.map(
          (v) =>
            html`<details>
              <summary>view <code>${v.name}</code></summary>
              <pre tabindex="0"><code>${v.sql}</code></pre>
            </details>`
        )}
      </section>`,
      benchSection(bench)
    ],
    `import {mountPage} from "./components/mountPage.js";
invalidation.then(mountPage());`
  );
}

const ON_PAGE: [string, string][] = [
  ["metrics", "Metrics"],
  ["statistics", "Statistics"],
  ["audit-rules", "Audit rules"],
  ["policy", "Policy"],
  ["tables", "Tables and views"],
  ["speed", "Speed"]
];

function statistics(): Html {
  return html`<section>
    <h2 id="statistics">Statistics</h2>
    <ul>
      <li>
        <b>Percentiles</b> are nearest ranks over measured requests that succeeded. A percentile is bounded only from n
        6 (p50), 29 (p90), 59 (p95) and 299 (p99) on.
      </li>
      <li>
        <b>The unit of a comparison is the boot.</b> Requests of one boot are not independent boots. With fewer than 4
        boots an arm, an interval over requests is shown with the scope “in these boots” and gives only scoped words.
      </li>
      <li>
        <b>The ratio</b> is the median of all pairwise ratios (Hodges and Lehmann), with the rank interval whose exact
        coverage is printed beside it: 3 against 3 can reach 90 %, no more. The plain ratio of the two medians stands
        beside it.
      </li>
      <li>
        <b>p</b> is the exact two-sided Mann-Whitney test; the family is the plan's primary comparisons, corrected by
        Holm. 3 against 3 reaches 0.10 at best, 4 against 4 reaches 0.029.
      </li>
      <li><b>Words</b>, in this order: not comparable, no evidence, too few samples, faster or slower.</li>
      <li>
        <b>The floor</b> comes from measuring the same thing twice: an interval that does not clear it is no evidence.
      </li>
      <li>
        <b>Pass rates</b> carry the one-sided 95 % Clopper-Pearson bound and count tasks, not repeats: 5 of 5 is at
        least 54.9 %.
      </li>
      <li>
        <b>Drift</b> is a Theil-Sen slope over ten block medians, and only when its interval excludes zero and the run
        changed by more than 5 %.
      </li>
    </ul>
  </section>`;
}

function policySection(): Html {
  const policy = Policy.parse({schema: "assay.policy/v1", name: "default"});
  const numbers = Object.entries(policy.audit);
  return html`<section>
    <h2 id="policy">Policy</h2>
    <p>The gates of the default policy. A campaign keeps the exact bytes of the policy it was judged by.</p>
    ${table(
      "One gate a row",
      [...GATES],
      [
        {head: "gate", cell: (g) => g.title},
        {head: "class", cell: (g) => g.class},
        {head: "asks for", cell: (g) => asks(policy, g.gate)}
      ]
    )}
    ${table("The audit's numbers: one a row", numbers, [
      {head: "name", cell: ([name]) => html`<code>${name}</code>`},
      {head: "value", numeric: true, cell: ([, value]) => formatNumber(value), sort: ([, value]) => value}
    ])}
  </section>`;
}

function asks(policy: Policy, gate: (typeof GATES)[number]["gate"]): string {
  switch (gate) {
    case "preflight":
      return `${policy.preflight.checks.join(", ")}; ${policy.preflight.tool_calls} tool calls; a long tool prompt of at least ${formatNumber(policy.preflight.long_prompt_tokens, 6)} measured tokens`;
    case "thinking":
      return `${policy.thinking.controls.join(" and ")}, by evidence, not by flags`;
    case "quality":
      return `${policy.quality.attempts} graded attempts at ${formatNumber(policy.quality.visible_tokens)} visible tokens`;
    case "multimodal":
      return `${policy.multimodal.attempts} image attempts`;
    case "endurance":
      return `${policy.endurance.requests} requests`;
    case "reserve":
      return `${formatNumber(policy.reserve.free_mib)} MiB free on each card after the workload`;
    case "restoration":
      return "the incumbent back, field by field";
  }
}
