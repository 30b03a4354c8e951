import {Command} from "commander";
import {resolve} from "node:path";
import {onFile} from "../record/ioProblem.js";
import {makeFolder} from "../record/makeFolder.js";
import {defineCommand, parseArguments, type Definition} from "./definition.js";
import {evidenceFolder, type CliEffects} from "./effects.js";
import {tellProblems} from "./tellProblems.js";

export const define = (): Definition =>
  defineCommand(
    new Command("export")
      .description("Write the tables and views as Parquet, for any engine that reads it.")
      .argument("<dir>", "a new or empty folder"),
    {
      json: "print the folder and the rows of each table as JSON",
      examples: [
        ["npm run export -- exported", "hive-partitioned by campaign, with columns.json"],
        ['npm run -s sql -- "select count(*) from requests" --from exported', "reads it back"]
      ]
    }
  );

/** `export DIR`: the tables and views as Parquet, hive-partitioned by campaign. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const {args, options} = parseArguments(define(), argv, effects);
  const {openDatabase} = await import("../../src/analysis/database.js");
  const {exportParquet} = await import("../../src/analysis/exportParquet.js");
  const db = await openDatabase(evidenceFolder(options.evidence, effects));
  try {
    tellProblems(db.problems, effects);
    const folder = resolve(effects.cwd, args[0] ?? "");
    await onFile(folder, "exported", () => makeFolder(folder));
    const tables = await exportParquet(db, folder);
    if (options.json) effects.out(`${JSON.stringify({folder, tables})}\n`);
    else for (const {name, rows} of tables) effects.out(`${name.padEnd(20)} ${rows}\n`);
    effects.talk(`Written to ${folder}; columns.json tells what each column means.\n`);
    return 0;
  } finally {
    db.close();
  }
}
