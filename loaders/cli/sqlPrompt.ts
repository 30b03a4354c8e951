import {createInterface} from "node:readline/promises";
import {formatRows, type RowFormat} from "../../src/analysis/formatRows.js";
import type {QueryableDatabase} from "../../src/analysis/openForQueries.js";
import {TABLES} from "../../src/schema/tables.js";
import type {CliEffects} from "./effects.js";
import {printProblem} from "./printProblem.js";

/** Reads queries line by line from standard input until an empty line or its end. */
export async function sqlPrompt(
  db: QueryableDatabase,
  form: RowFormat,
  effects: CliEffects,
  input: NodeJS.ReadableStream = process.stdin
): Promise<number> {
  const lines = createInterface({input, terminal: false});
  const ask = () => effects.talk("sql> ");
  ask();
  for await (const line of lines) {
    const query = line.trim();
    if (query === "") break;
    if (query === "tables") effects.out(`${TABLES.map((t) => `${t.name.padEnd(20)} ${t.about}`).join("\n")}\n`);
    else {
      try {
        effects.out(formatRows(await db.select(query), form));
      } catch (error) {
        printProblem(error, effects);
      }
    }
    ask();
  }
  lines.close();
  return 0;
}
