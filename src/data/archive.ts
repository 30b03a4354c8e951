import type {NotebookSchema} from "../components/sql/schemaTypes.js";
import {TABLES} from "../schema/tables.js";
import {arrowStream} from "./arrowStream.js";
import {columnsOf} from "./columnsOf.js";
import type {EvidenceSource} from "./evidenceSource.js";

/** The loaded tables of one campaign, and the columns that its views have. */
export interface CampaignTables {
  rows: Map<string, Record<string, unknown>[]>;
  viewColumns: {name: string; type: string}[][];
}

/** Reads every table of a campaign, in an order that does not depend on how DuckDB works. */
export async function readTables(source: EvidenceSource, views: {name: string}[]): Promise<CampaignTables> {
  const rows: CampaignTables["rows"] = new Map();
  for (const {name} of TABLES) rows.set(name, await source.query(`select * from "${name}" order by all`));
  const viewColumns = [];
  for (const {name} of views) viewColumns.push(await columnsOf(source, `select * from "${name}"`));
  return {rows, viewColumns};
}

/** The tables of all campaigns as Arrow streams, and what the notebook needs to know of them: columns, meanings, counts, the views' text. */
export function archive(
  campaigns: CampaignTables[],
  views: {name: string; sql: string}[],
  ids: string[],
  simulated: string[]
): {files: {name: string; bytes: Uint8Array}[]; schema: NotebookSchema} {
  const all = TABLES.map((table) => ({table, rows: campaigns.flatMap((c) => c.rows.get(table.name) ?? [])}));
  return {
    files: all.map(({table, rows}) => ({name: table.name, bytes: arrowStream(rows, table.columns)})),
    schema: {
      tables: all.map(({table, rows}) => ({...table, rows: rows.length})),
      views: views.map((view, i) => ({...view, columns: campaigns[0]?.viewColumns[i] ?? []})),
      campaigns: ids,
      simulated
    }
  };
}
