import type {NotebookSchema} from "../components/sql/schemaTypes.js";
import {TABLES} from "../schema/tables.js";
import {arrowStream} from "./arrowStream.js";
import {columnsOf} from "./columnsOf.js";
import type {EvidenceSource} from "./evidenceSource.js";

/** The one table that a reader's browser fetches only when a query names it. */
const DELTAS = "deltas";

/** Deltas of a campaign that the report carries as a table: a browser holds them in its memory. */
export const MOST_DELTAS = 200_000;

/** The loaded tables of one campaign, by name. */
export type CampaignTables = Map<string, Record<string, unknown>[]>;

/** The columns of each view, in the order of the views; they are the same in every campaign. */
export type ViewColumns = {name: string; type: string}[][];

/** Reads every table of a campaign (`deltas` come from its wire), in an order that does not depend on how DuckDB works. */
export async function readTables(source: EvidenceSource, deltas: Record<string, unknown>[]): Promise<CampaignTables> {
  const rows: CampaignTables = new Map([[DELTAS, deltas]]);
  for (const {name} of TABLES)
    if (name !== DELTAS) rows.set(name, await source.query(`select * from "${name}" order by all`));
  return rows;
}

/** Asks one campaign's database for the columns of the views. */
export async function readViewColumns(source: EvidenceSource, views: {name: string}[]): Promise<ViewColumns> {
  const columns: ViewColumns = [];
  for (const {name} of views) columns.push(await columnsOf(source, `select * from "${name}"`));
  return columns;
}

/** The tables of all campaigns as Arrow streams, and what the notebook needs to know of them: columns, meanings, counts, the views' text. `cut`: campaigns with more than `MOST_DELTAS`. */
export function archive(
  campaigns: CampaignTables[],
  views: {name: string; sql: string}[],
  viewColumns: ViewColumns,
  ids: string[],
  simulated: string[],
  cut: string[]
): {files: {name: string; bytes: Uint8Array}[]; schema: NotebookSchema} {
  const all = TABLES.map((table) => ({table, rows: campaigns.flatMap((c) => c.get(table.name) ?? [])}));
  const about = ({name, about: words}: (typeof TABLES)[number]) =>
    name === DELTAS && cut.length > 0
      ? `${words}; of ${cut.join(", ")} only the first ${MOST_DELTAS}, all with npm run sql`
      : words;
  return {
    files: all.map(({table, rows}) => ({name: table.name, bytes: arrowStream(rows, table.columns)})),
    schema: {
      tables: all.map(({table, rows}) => ({
        ...table,
        about: about(table),
        on_demand: table.name === DELTAS,
        rows: rows.length
      })),
      views: views.map((view, i) => ({...view, columns: viewColumns[i] ?? []})),
      campaigns: ids,
      simulated
    }
  };
}
