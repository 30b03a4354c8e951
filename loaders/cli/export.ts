import {Command} from "commander";
import {resolve} from "node:path";
import {evidenceFolder, type CliEffects} from "./effects.js";

/** `export DIR`: the tables and views as Parquet, hive-partitioned by campaign. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const command = new Command("export")
    .description("Write the tables and views as Parquet, for any engine that reads it.")
    .argument("<dir>", "a new or empty folder")
    .option("--evidence <dir>", "folder of campaigns (default: evidence)")
    .addHelpText(
      "after",
      '\nExamples:\n  npm run export -- exported\n  npm run -s sql -- "select count(*) from requests" --from exported\n'
    )
    .exitOverride()
    .configureOutput({writeOut: (text) => effects.out(text), writeErr: (text) => effects.talk(text)});
  command.parse(argv, {from: "user"});
  const options = command.opts<{evidence?: string}>();
  const {openDatabase} = await import("../../src/analysis/database.js");
  const {exportParquet} = await import("../../src/analysis/exportParquet.js");
  const db = await openDatabase(evidenceFolder(options.evidence, effects));
  try {
    for (const problem of db.problems)
      effects.talk(`${problem.message}${problem.where ? ` (${problem.where})` : ""}\n`);
    const folder = resolve(effects.cwd, command.args[0] ?? "");
    for (const {name, rows} of await exportParquet(db, folder)) effects.out(`${name.padEnd(20)} ${rows}\n`);
    effects.talk(`Written to ${folder}; columns.json tells what each column means.\n`);
    return 0;
  } finally {
    db.close();
  }
}
