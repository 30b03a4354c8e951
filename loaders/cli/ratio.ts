import {Command} from "commander";
import {compareSamples} from "../../src/analysis/statistics/compareSamples.js";
import {Problem} from "../../src/schema/problem.js";
import {defineCommand, parseArguments, type Definition} from "./definition.js";
import type {CliEffects} from "./effects.js";
import {POINT_METRICS, ratioOfPoints} from "./ratioOfPoints.js";

export const define = (): Definition =>
  defineCommand(
    new Command("ratio")
      .description("Compare two small samples honestly, or two measured points of any campaigns.")
      .requiredOption("--baseline <values>", "values of the baseline, with commas; or CAMPAIGN/PROFILE[/STAGE]")
      .requiredOption("--candidate <values>", "values of the candidate, with commas; or CAMPAIGN/PROFILE[/STAGE]")
      .option("--metric <name>", `of two points: ${POINT_METRICS.join(", ")}`, "tpot_ms")
      .option("--better <direction>", "which way is better: higher or lower", "higher")
      .option("--floor <ratio>", "how much an A/A run differs by itself, e.g. 1.05")
      .option("--family <count>", "number of primary comparisons that this one belongs to", "1"),
    {
      json: "print one JSON object",
      examples: [
        ["npm run ratio -- --baseline 74.1,72.7,75.8 --candidate 103.5,89.2,179.5", ""],
        ["npm run ratio -- --baseline 212,220,209,215 --candidate 180,176,183,179 --better lower --json", ""],
        ["npm run ratio -- --baseline 100,101,99,100 --candidate 104,105,103,104 --floor 1.05 --family 2", ""],
        [
          "npm run ratio -- --baseline 2026-01-02-vllm/m --candidate 2026-01-03-guidellm/m --metric tpot_ms",
          "refused where the bases differ"
        ]
      ],
      exits: "0 said what can be said; 1 the two points may not be compared; 2 wrong use.",
      notes:
        "All ratios candidate/baseline: their median, the interval with its exact coverage, the exact two-sided Mann-Whitney p,\n" +
        'and one word. A value that is missing (null, NaN), zero or negative makes the arms "not comparable".'
    }
  );

/** `ratio`: compares two small samples and prints what can honestly be said. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const {options} = parseArguments<Record<string, string | undefined> & {json?: true}>(define(), argv, effects);
  if (options["baseline"]?.includes("/") && options["candidate"]?.includes("/"))
    return ratioOfPoints({...options, baseline: options["baseline"], candidate: options["candidate"]}, effects);
  const better = options.better;
  if (better !== "higher" && better !== "lower") throw wrong("--better", better, "higher or lower");
  const family = Number(options.family);
  if (!Number.isInteger(family) || family < 1) throw wrong("--family", options.family, "a whole number of at least 1");
  const floor = options.floor === undefined ? null : Number(options.floor);
  if (floor !== null && !(Number.isFinite(floor) && floor >= 1))
    throw wrong("--floor", options.floor, "a ratio of at least 1");
  const baseline = values("--baseline", options.baseline ?? "");
  const candidate = values("--candidate", options.candidate ?? "");
  const {reason, ...result} = compareSamples(baseline, candidate, {better, floor, family});
  if (options.json) effects.out(`${JSON.stringify({...result, reason})}\n`);
  else {
    const lines = Object.entries(result).map(([key, value]) => `${key.padEnd(9)} ${value ?? "null"}`);
    if (result.word === "too few samples") lines.push(`          (needs ${result.needs} v ${result.needs})`);
    effects.out(`${[...lines, ...(reason ? [`reason    ${reason}`] : [])].join("\n")}\n`);
  }
  return 0;
}

/** "1,2,null" as numbers; what nobody measured becomes NaN. */
function values(option: string, text: string): number[] {
  if (text.trim() === "") return [];
  return text.split(",").map((part) => {
    const trimmed = part.trim();
    if (/^(null|nan|[+-]?inf(inity)?)$/i.test(trimmed)) return NaN;
    const value = Number(trimmed);
    if (trimmed === "" || Number.isNaN(value)) throw wrong(option, part, "numbers with commas between them");
    return value;
  });
}

function wrong(option: string, got: string | undefined, wanted: string): Problem {
  return new Problem("ratio.option", `${option} takes ${wanted}, not "${got ?? ""}"`, {
    next: "npm run ratio -- --help"
  });
}
