import {StatementType, type DuckDBConnection} from "@duckdb/node-api";
import {Problem} from "../schema/problem.js";
import type {Row} from "./insertRows.js";
import {plainRows} from "./plainRows.js";

const SETTINGS = [
  "set autoinstall_known_extensions = false",
  "set autoload_known_extensions = false",
  "set enable_external_access = false",
  "set lock_configuration = true"
];

/** Takes away every way out of the database: files, network, extensions, and the settings that would give them back. */
export async function lock(connection: DuckDBConnection): Promise<void> {
  for (const setting of SETTINGS) await connection.run(setting);
}

/**
 * Runs one SELECT or EXPLAIN on a locked connection. Everything else is refused by the type of the prepared statement,
 * before it runs. Throws a Problem for a refused statement, and one for a query error that keeps the SQL and its cause.
 */
export async function lockedSelect(
  connection: DuckDBConnection,
  sql: string
): Promise<{columns: string[]; rows: Row[]}> {
  try {
    const statements = await connection.extractStatements(sql);
    if (statements.count !== 1) throw refused(sql, `${statements.count} statements were given, one is accepted`);
    const statement = await statements.prepare(0);
    // EXPLAIN ANALYZE runs what it explains, so what counts is the statement within.
    const within =
      statement.statementType === StatementType.EXPLAIN
        ? await connection.prepare(sql.replace(/^\s*explain\b(\s+analyze\b)?(\s*\([^)]*\))?/i, ""))
        : statement;
    if (within.statementType !== StatementType.SELECT)
      throw refused(sql, `a statement of type ${StatementType[within.statementType]} could change something`);
    const reader = await statement.runAndReadAll();
    return {columns: reader.deduplicatedColumnNames(), rows: plainRows(reader)};
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem("SQL_ERROR", "The query does not run", {
      where: sql,
      why: error instanceof Error ? error.message : String(error),
      next: "columns are listed by `describe`: select column_name from (describe from request_metrics)",
      cause: error
    });
  }
}

const refused = (sql: string, why: string): Problem =>
  new Problem("SQL_REFUSED", "Only a SELECT or EXPLAIN is accepted", {where: sql, why, left: "everything"});
