import {Command} from "commander";
import {defineCommand, parseArguments, type Definition} from "./definition.js";
import {evidenceFolder, type CliEffects} from "./effects.js";
import {tellProblems} from "./tellProblems.js";

export const define = (): Definition =>
  defineCommand(
    new Command("sql")
      .description("Ask the evidence a question in SQL.")
      .argument("[query]", "one SELECT; without it a prompt")
      .option("--csv", "comma-separated values with a header")
      .option("--from <path>", "read what `export` wrote instead of an evidence folder"),
    {
      json: "an array of objects, integers as numbers",
      examples: [
        [
          'npm run -s sql -- "select profile, stage, count(*) n, median(decode_tok_s) from request_metrics group by all"',
          ""
        ],
        ['npm run -s sql -- "from gates" --json', ""],
        ['npm run -s sql -- "from request_metrics" --from exported/', ""],
        ["npm run sql", 'a prompt; "tables" lists the tables, an empty line or Ctrl-D ends']
      ],
      notes: "Only SELECT and EXPLAIN are accepted, on a copy in memory that can reach no file: nothing can be changed."
    }
  );

/** `sql "SELECT ..." [--json|--csv] [--from PATH]`: exit 2 for what is refused or wrong. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const {args, options} = parseArguments<{csv?: true; from?: string}>(define(), argv, effects);
  const {openForQueries} = await import("../../src/analysis/openForQueries.js");
  const {formatRows} = await import("../../src/analysis/formatRows.js");
  const db = await openForQueries(
    options.from === undefined
      ? {evidence: evidenceFolder(options.evidence, effects)}
      : {parquet: evidenceFolder(options.from, effects)}
  );
  const form = options.json ? "json" : options.csv ? "csv" : "table";
  try {
    tellProblems(db.problems, effects);
    const [query] = args;
    if (query !== undefined) {
      effects.out(formatRows(await db.select(query), form));
      return 0;
    }
    const {sqlPrompt} = await import("./sqlPrompt.js");
    return await sqlPrompt(db, form, effects);
  } finally {
    db.close();
  }
}
