import {readFile} from "node:fs/promises";
import type {DuckDBConnection} from "@duckdb/node-api";

/** The views of section 8.1, in an order in which each finds those it reads. */
export const VIEWS = ["request_metrics", "stage_summary", "point_figures", "reserve", "gates", "decisions"] as const;
export type ViewName = (typeof VIEWS)[number];

/** Above so many requests the metrics of each are computed when asked for, not kept. */
const KEPT_REQUESTS = 200_000;

/** The SELECT of a view, as it lies in `sql/<name>.sql`. The same text runs in the browser. */
export async function viewText(name: ViewName): Promise<string> {
  return readFile(new URL(`./sql/${name}.sql`, import.meta.url), "utf8");
}

/** Creates every view of section 8.1 over the loaded tables, or replaces it. Rejects with DuckDB's error where a table is missing. */
export async function createViews(connection: DuckDBConnection): Promise<void> {
  for (const name of VIEWS) await connection.run(`create or replace view "${name}" as ${await viewText(name)}`);
}

/**
 * Creates the views over evidence that will not change. What depends on it alone, and not on findings or amendments, is
 * computed once and kept as a table of the same name: the gates and the audit read it many times.
 */
export async function createKeptViews(connection: DuckDBConnection): Promise<void> {
  const counted = await connection.runAndReadAll("select count(*)::integer as n from requests");
  const few = Number(counted.getRowObjectsJS()[0]?.n) <= KEPT_REQUESTS;
  for (const name of VIEWS) {
    const kept = name === "stage_summary" || name === "reserve" || (name === "request_metrics" && few);
    await connection.run(`create ${kept ? "table" : "view"} "${name}" as ${await viewText(name)}`);
  }
}
