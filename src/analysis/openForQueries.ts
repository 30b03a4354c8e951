import type {Problem} from "../schema/problem.js";
import {openDatabase} from "./database.js";
import type {Row} from "./insertRows.js";
import {loadDeltas} from "./loadDeltas.js";
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
  if ("parquet" in from) {
    const db = await openParquet(from.parquet);
    await lock(db.connection);
    return {problems: db.problems, select: (sql) => lockedSelect(db.connection, sql), close: () => db.close()};
  }
  const db = await openDatabase(from.evidence);
  await prepareAll(db);
  await lock(db.connection);
  // Deltas are many and seldom asked for: they are read from the wire frames by the first query that names them.
  let deltas: Promise<number> | undefined;
  return {
    problems: db.problems,
    async select(sql) {
      if (/\bdeltas\b/i.test(sql)) await (deltas ??= loadDeltas(db));
      return lockedSelect(db.connection, sql);
    },
    close: () => db.close()
  };
}
