import type {Problem} from "../schema/problem.js";
import {openDatabase, type Database} from "./database.js";
import type {Row} from "./insertRows.js";
import {lock, lockedSelect} from "./lockedSelect.js";
import {openParquet} from "./openParquet.js";
import {prepareAll} from "./prepare.js";

/** A database that answers and can do nothing else. */
export interface QueryableDatabase {
  problems: Problem[];
  select(sql: string): Promise<{columns: string[]; rows: Row[]}>;
  close(): void;
}

/** Loads an evidence folder (audited and compared), or what `export` wrote, and locks it. */
export async function openForQueries(from: {evidence: string} | {parquet: string}): Promise<QueryableDatabase> {
  const db = "parquet" in from ? await openParquet(from.parquet) : await openAudited(from.evidence);
  await lock(db.connection);
  return {problems: db.problems, select: (sql) => lockedSelect(db.connection, sql), close: () => db.close()};
}

async function openAudited(evidence: string): Promise<Pick<Database, "connection" | "problems" | "close">> {
  const db = await openDatabase(evidence);
  await prepareAll(db);
  return db;
}
