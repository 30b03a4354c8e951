import {writeFile} from "node:fs/promises";
import {resolve} from "node:path";
import {Command} from "commander";
import {Problem} from "../../src/schema/problem.js";
import {defineCommand, parseArguments, type Definition} from "./definition.js";
import type {CliEffects} from "./effects.js";
import {findCampaign} from "./findCampaign.js";
import {readReviewers} from "./readReviewers.js";
import {tellProblems} from "./tellProblems.js";

const FILED = ["junit", "markdown", "badge"] as const;
const FORMS = ["json", "anvil", ...FILED] as const;
type Form = (typeof FORMS)[number] | "text";

type Options = {anvil?: true; asOf?: string; reviewers?: string} & Partial<
  Record<(typeof FILED)[number], true | string>
>;

export const define = (): Definition =>
  defineCommand(
    new Command("decide")
      .description("Print the decision of a campaign, recomputed from its evidence.")
      .argument("<campaign>", "the campaign's id, YYYY-MM-DD-slug, or its folder")
      .option("--anvil", "the decision summary in anvil-serving's form")
      .option("--junit [file]", "JUnit XML for a CI system: a suite a profile, a case a gate; into FILE, or printed")
      .option("--markdown [file]", "a Markdown summary; into FILE, or printed")
      .option("--badge [file]", "an SVG badge; into FILE, or printed")
      .option(
        "--as-of <time>",
        "leave out amendments after this RFC 3339 time (default: those count whose time has come)"
      )
      .option("--reviewers <file>", "public keys that amendments are checked by (default: configs/reviewers.toml)"),
    {
      json: "the whole decision, assay.decision/v1",
      examples: [
        ["npm run decide -- 2026-11-30-rehearsal", "verdict, gates, values, findings"],
        ["npm run -s decide -- 2026-11-30-rehearsal --json | jq .values", ""],
        ["npm run decide -- 2026-11-30-rehearsal --junit gates.xml --markdown summary.md --badge badge.svg", "for CI"],
        ["npm run decide -- 2026-11-30-rehearsal --as-of 2026-12-01T09:00:00Z", "as it stood then"]
      ],
      exits: "0 every required gate of what it judges passed or was waived; 1 one did not; 2 no such campaign."
    }
  );

/** `decide CAMPAIGN [--json|--anvil] [--as-of T]`: exit 1 when a required gate of what it judges did not pass. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const {args, options} = parseArguments<Options>(define(), argv, effects);
  const printed = formsAsked(options);
  const {id: campaignId, evidence} = await findCampaign(args[0] ?? "", options.evidence, effects);
  const {openDatabase} = await import("../../src/analysis/database.js");
  const {decide} = await import("../../src/analysis/decide.js");
  const db = await openDatabase(evidence, {campaigns: [campaignId]});
  try {
    tellProblems(db.problems, effects);
    const asked = {
      ...(options.asOf === undefined ? {} : {asOf: options.asOf}),
      ...(options.reviewers === undefined ? {} : {reviewers: await readReviewers(options.reviewers, effects)})
    };
    const decision = await decide(db, campaignId, asked, effects);
    const forms: Record<Form, () => Promise<string>> = {
      json: () => Promise.resolve(`${JSON.stringify(decision, null, 2)}\n`),
      anvil: async () => {
        const {anvilSummary} = await import("../../src/analysis/anvil.js");
        return `${JSON.stringify(await anvilSummary(db, decision), null, 2)}\n`;
      },
      junit: async () => (await import("../../src/analysis/forms/junitXml.js")).junitXml(decision),
      markdown: async () => (await import("../../src/analysis/forms/decisionMarkdown.js")).decisionMarkdown(decision),
      badge: async () => `${(await import("../../src/analysis/forms/badgeSvg.js")).badgeSvg(decision)}\n`,
      text: async () => (await import("../../src/analysis/decisionText.js")).decisionText(decision)
    };
    for (const form of FILED) {
      const file = options[form];
      if (typeof file === "string") await writeForm(resolve(effects.cwd, file), await forms[form]());
    }
    effects.out(await forms[printed]());
    const {passes} = await import("../../src/analysis/passes.js");
    return passes(decision) ? 0 : 1;
  } finally {
    db.close();
  }
}

/** The one form that goes to standard output. */
function formsAsked(options: Options & {json?: true}): Form {
  const asked = FORMS.filter((form) => options[form] === true);
  if (asked.length > 1)
    throw new Problem("decide.forms", `${asked.map((form) => `--${form}`).join(" and ")} cannot both be printed`, {
      left: "nothing was written",
      next: `choose one, or give files: ${FILED.map((form) => `--${form} FILE`).join(", ")}`
    });
  return asked[0] ?? "text";
}

async function writeForm(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: unknown) => {
    throw new Problem("decide.write", "The decision cannot be written there", {
      where: file,
      why: (error as NodeJS.ErrnoException).code ?? String(error),
      next: "name a file in a folder that exists and may be written",
      cause: error
    });
  });
}
