import {mkdir, readdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {Problem} from "../schema/problem.js";
import {TABLES} from "../schema/tables.js";
import type {Database} from "./database.js";
import {prepareAll} from "./prepare.js";
import {sqlText} from "./sqlText.js";
import {VIEWS} from "./views.js";

/** What was written. */
export interface Exported {
  name: string;
  rows: number;
}

/**
 * Writes every table and view as Parquet, hive-partitioned by campaign, with `columns.json` that documents them.
 * Gives what was written. Throws a Problem for a folder that is not empty, and leaves it as it is.
 */
export async function exportParquet(db: Database, folder: string): Promise<Exported[]> {
  await mkdir(folder, {recursive: true});
  if ((await readdir(folder)).length > 0)
    throw new Problem("EXPORT_TARGET", "The folder to export into is not empty", {
      where: folder,
      left: "everything in it",
      next: "name a new folder"
    });
  await prepareAll(db);
  const written: Exported[] = [];
  for (const name of [...TABLES.map((table) => table.name), ...VIEWS]) {
    const [{n = 0} = {}] = await db.query<{n: number}>(`select count(*) as n from "${name}"`);
    written.push({name, rows: n});
    if (n === 0) continue;
    await db.connection.run(
      `copy (select * from "${name}" where campaign_id is not null) to ${sqlText(join(folder, name))}
       (format parquet, compression zstd, partition_by (campaign_id))`
    );
  }
  await writeFile(join(folder, "columns.json"), `${JSON.stringify(await documented(db), null, 2)}\n`);
  return written;
}

async function documented(db: Database): Promise<object> {
  const tables = TABLES.map(({name, about, columns}) => ({
    name,
    kind: "table",
    about,
    columns: columns.map(({name: column, type, about: meaning}) => ({name: column, type, about: meaning}))
  }));
  const known = new Map(TABLES.flatMap((table) => table.columns.map((column) => [column.name, column.about])));
  const views = [];
  for (const name of VIEWS) {
    const columns = await db.query<{column_name: string; column_type: string}>(
      `select column_name, column_type from (describe "${name}")`
    );
    views.push({
      name,
      kind: "view",
      columns: columns.map((c) => ({name: c.column_name, type: c.column_type, about: known.get(c.column_name) ?? ""}))
    });
  }
  return {schema: "assay.export/v1", partition: "campaign_id", tables: [...tables, ...views]};
}
