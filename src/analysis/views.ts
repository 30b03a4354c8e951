import {readFile} from "node:fs/promises";
import type {DuckDBConnection} from "@duckdb/node-api";

/** The views of section 8.1, in an order in which each finds those it reads. */
export const VIEWS = ["request_metrics", "stage_summary", "reserve", "gates", "decisions"] as const;
export type ViewName = (typeof VIEWS)[number];

/** The SELECT of a view, as it lies in `sql/<name>.sql`. The same text runs in the browser. */
export async function viewText(name: ViewName): Promise<string> {
  return readFile(new URL(`./sql/${name}.sql`, import.meta.url), "utf8");
}

export async function createViews(connection: DuckDBConnection): Promise<void> {
  for (const name of VIEWS) await connection.run(`create or replace view "${name}" as ${await viewText(name)}`);
}
