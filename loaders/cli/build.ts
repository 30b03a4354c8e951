import {resolve} from "node:path";
import {Command} from "commander";
import {buildReport} from "./build/buildReport.js";
import {defineCommand, parseArguments, type Definition} from "./definition.js";
import {evidenceFolder, type CliEffects} from "./effects.js";

export const define = (): Definition =>
  defineCommand(
    new Command("build")
      .description("Build the static report of all campaigns, without a network.")
      .option("--out <dir>", "where the report goes; an earlier report there is replaced", "dist")
      .option("--base <prefix>", "path prefix that the not-found page assumes", "/"),
    {
      json: "print the folder and the campaigns as JSON",
      evidence: "folder of campaigns (default: ASSAY_EVIDENCE, else evidence)",
      examples: [
        ["npm run build", "the report of evidence/ in dist/"],
        ["npm run build -- --evidence .assay/evidence --out /srv/report --base /assay/", ""]
      ]
    }
  );

/**
 * `npm run build`: computes every decision from the evidence, checks the headline values a second way, and writes the
 * static report. Exit 0: built; 2: unreadable evidence, a value that does not recompute, or a page that is missing.
 */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const {options} = parseArguments<{out: string; base: string}>(define(), argv, effects);
  const report = await buildReport(
    {
      evidence: evidenceFolder(options.evidence ?? effects.env["ASSAY_EVIDENCE"], effects),
      out: resolve(effects.cwd, options.out),
      base: options.base
    },
    {talk: effects.talk, env: effects.env}
  );
  effects.out(`${options.json ? JSON.stringify(report) : report.out}\n`);
  return 0;
}
