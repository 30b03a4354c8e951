import {resolve} from "node:path";
import {Command} from "commander";
import {buildReport} from "./build/buildReport.js";
import {evidenceFolder, type CliEffects} from "./effects.js";

/**
 * `npm run build`: computes every decision from the evidence, checks the headline values a second way, and writes the
 * static report. Exit 0: built; 2: unreadable evidence, a value that does not recompute, or a page that is missing.
 */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const command = new Command("build")
    .exitOverride()
    .description("Build the static report of all campaigns, without a network")
    .option("--evidence <dir>", "folder of campaigns", effects.env["ASSAY_EVIDENCE"] ?? "evidence")
    .option("--out <dir>", "where the report goes; an earlier report there is replaced", "dist")
    .option("--base <prefix>", "path prefix that the not-found page assumes", "/")
    .addHelpText(
      "after",
      "\nExamples:\n  npm run build\n  npm run build -- --evidence .assay/evidence --out /srv/report --base /assay/\n"
    );
  command.parse(argv, {from: "user"});
  const options = command.opts<{evidence: string; out: string; base: string}>();
  const report = await buildReport(
    {evidence: evidenceFolder(options.evidence, effects), out: resolve(effects.cwd, options.out), base: options.base},
    {talk: effects.talk, env: effects.env}
  );
  effects.out(`${report.out}\n`);
  return 0;
}
