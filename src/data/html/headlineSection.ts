import type {PointRow} from "../../components/campaignData.js";
import {formatNumber} from "../../components/formatNumber.js";
import {pointWords} from "../../components/pointLabel.js";
import {shortener} from "../../components/shortNames.js";
import type {Decision, PublishedValue} from "../../schema/decision.js";
import type {Content, Html} from "../html.js";
import {html} from "../html.js";
import {figure} from "./figure.js";
import {shownProfile} from "./gateBoard.js";
import {markKey} from "./findingMarks.js";
import {table, type TableColumn} from "./table.js";

/** Columns of the headline table: metric with its statistic as value ids name them, and how people call it. */
const HEADLINES: [id: string, head: string][] = [
  ["decode_tok_s_p50", "decode p50"],
  ["effective_prefill_tok_s_p50", "effective prefill p50"],
  ["uncached_prefill_tok_s_p50", "uncached prefill p50"],
  ["ttft_ms_p50", "TTFT p50"],
  ["output_tok_s", "output of the stage"]
];

/** Metric and statistic of a value: the last part of its id. */
export const valueKey = (value: PublishedValue): string => value.id.split("/").slice(2).join("/") || value.id;

/** The stage of a value's id, or null where it has none. */
const valueStage = (value: PublishedValue): string | null => value.id.split("/")[1] ?? null;

/** The headline values: one measured point a row, the selected profile first, the others folded below it. */
export function headlineSection(decision: Decision, points: PointRow[]): Html {
  const first = shownProfile(decision);
  const profiles = [...new Set(decision.values.map((v) => v.id.split("/")[0] ?? ""))];
  const ordered = profiles.sort((a, b) => Number(b === first) - Number(a === first));
  const short = shortener([...decision.profiles.map((p) => p.profile), ...profiles]);
  const tables = ordered.flatMap((profile) => {
    const rows = headlineRows(decision, points, profile);
    return rows.length === 0 ? [] : [{profile, html: headlineTable(short(profile), rows)}];
  });
  const [lead, ...others] = tables;
  return html`<section>
    <h2 id="headline">Headline values</h2>
    ${
      lead
        ? [
            html`<p>
              Each number links to its query, its requests and their files. The range is an interval of the median with
              its exact coverage; a raised mark is a finding that touches the number.
            </p>`,
            lead.html
          ]
        : html`<p class="missing">not measured: the evidence holds no request of a measured point</p>`
    }
    ${
      others.length === 0
        ? null
        : html`<details class="others">
            <summary>${others.length === 1 ? "The other profile" : `The other ${others.length} profiles`}</summary>
            ${others.map((t) => t.html)}
          </details>`
    }
  </section>`;
}

interface HeadlineRow {
  stage: string;
  point: PointRow | null;
  values: Map<string, PublishedValue>;
}

function headlineRows(decision: Decision, points: PointRow[], profile: string): HeadlineRow[] {
  const rows = new Map<string, HeadlineRow>();
  for (const value of decision.values) {
    const stage = valueStage(value);
    if (!value.id.startsWith(`${profile}/`) || stage === null) continue;
    const key = HEADLINES.find(([id]) => valueKey(value) === id || valueKey(value).startsWith(`${id}_`))?.[0];
    if (key === undefined) continue;
    const point = points.find((p) => p.profile === profile && p.stage === stage) ?? null;
    const row = rows.get(stage) ?? {stage, point, values: new Map<string, PublishedValue>()};
    if (!row.values.has(key)) row.values.set(key, value);
    rows.set(stage, row);
  }
  return [...rows.values()].filter((row) => row.point === null || !["preflight", "thinking"].includes(row.point.kind));
}

function headlineTable(profile: string, rows: HeadlineRow[]): Html {
  const shown = HEADLINES.filter(([id]) => rows.some((row) => row.values.has(id)));
  const columns = shown.filter(([id]) => rows.some((row) => row.values.get(id)?.value != null));
  const missing = shown.filter((column) => !columns.includes(column));
  const labels = rows.map(nominalWords);
  const twice = (row: HeadlineRow) => labels.filter((label) => label === nominalWords(row)).length > 1;
  const cells: TableColumn<HeadlineRow>[] = [
    {head: "point", cell: (row) => pointCell(row, twice(row)), sort: (row) => row.stage},
    ...columns.map(([id, head]) => ({
      head,
      numeric: true,
      cell: (row: HeadlineRow): Content => {
        const value = row.values.get(id);
        return value ? figure(value) : html`<span class="missing">not published</span>`;
      },
      sort: (row: HeadlineRow) => row.values.get(id)?.value ?? null
    })),
    {head: "requests", numeric: true, cell: countCell, sort: (row) => row.point?.n_ok ?? null}
  ];
  return html`${table(`${profile}: one measured point a row`, rows, cells)}
  ${missing.map(([id, head]) => html`<p class="missing note">${head}: not measured at any of these points: ${[...new Set(rows.flatMap((row) => row.values.get(id)?.reason ?? []))].join("; ")}</p>`)}
  ${markKey(rows.flatMap((row) => columns.flatMap(([id]) => row.values.get(id)?.findings ?? [])))}`;
}

/** A point by its nominal size and the number in flight; another kind than capacity is named. */
function nominalWords({stage, point}: HeadlineRow): string {
  if (!point) return stage;
  const nominal = point.nominal_prompt_tokens === null ? stage : pointWords(point);
  return point.kind === "capacity" ? nominal : `${nominal}, ${point.kind}`;
}

/** The point, and below it what was measured; where the profile has another such point, also the boot and the stage. */
function pointCell(row: HeadlineRow, ambiguous: boolean): Content {
  const {stage, point} = row;
  if (!point) return stage;
  const measured =
    point.prompt_tokens === null ? "prompt not measured" : `${formatNumber(point.prompt_tokens)} tokens measured`;
  const cached = point.cached_share === null ? "" : `, ${formatNumber(point.cached_share * 100, 2)} % cached`;
  return html`<span class="point" title="${stage}">${nominalWords(row)}</span
    ><small
      >${ambiguous ? `${point.boot === null ? "" : `boot ${point.boot}, `}${stage}: ` : ""}${measured}${cached}</small
    >`;
}

/** Failures stand beside the number they thin. */
function countCell({point}: HeadlineRow): Content {
  if (!point) return "";
  if (point.n_failed === 0) return `${point.n_ok} ok`;
  return html`<b>survivors only, ${point.n_ok} of ${point.n_ok + point.n_failed}</b>`;
}
