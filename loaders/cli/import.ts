import {resolve} from "node:path";
import {Command} from "commander";
import {importEvidence} from "../import/importEvidence.js";
import type {ImportResult} from "../import/importEvidence.js";
import {defineCommand, parseArguments, type Definition} from "./definition.js";
import {evidenceFolder, type CliEffects} from "./effects.js";

export const define = (): Definition =>
  defineCommand(
    new Command("import")
      .description("Take in evidence of other tools and past campaigns.")
      .argument("<path...>", "result files, or folders that hold some")
      .option(
        "--campaign <id>",
        "campaign id, YYYY-MM-DD-slug (default: the folder's name, else evidence date and name)"
      ),
    {
      json: "print the campaign, the outcome and what became of each file as JSON",
      examples: [
        ["npm run import -- ../results/2026-09-02-glm53-qualification", "a folder of anvil-serving evidence"],
        ["npm run import -- bench.jsonl --campaign 2026-09-02-nightly", "one file of another tool"],
        ['npm run -s sql -- "select metric, statistic, value, basis from reported"', "what the files claim"]
      ],
      notes:
        "Understands anvil-serving evidence, sglang bench_serving and one-batch-server, vllm bench serve, AIPerf, GuideLLM,\n" +
        "genai-bench, inference-perf, llmperf, MLCommons endpoints, anvil serve-recipes and docker inspect. Files are told by\n" +
        "their content; what is not known is listed. Importing the same bytes again changes nothing.",
      exits: "0 imported, or already there; 2 nothing could be imported, or other bytes for a campaign that is closed."
    }
  );

/** `import PATH... [--campaign ID] [--evidence DIR]`: a table of what was imported on stdout, talk on stderr. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const {args, options} = parseArguments<{campaign?: string}>(define(), argv, effects);
  const paths = args.map((p) => resolve(effects.cwd, p));
  const result = await importEvidence(paths, {
    evidence: evidenceFolder(options.evidence, effects),
    campaign: options.campaign
  });
  return report(result, options, effects);
}

function report(result: ImportResult, options: {evidence?: string; json?: true}, effects: CliEffects): number {
  const {evidence} = options;
  for (const f of result.files) {
    if (f.reason !== null) effects.talk(`not imported: ${f.name}: ${f.reason}\n`);
    for (const p of f.mapped?.problems ?? []) effects.talk(`${f.name}: ${p}\n`);
  }
  if (result.outcome === "nothing") {
    effects.talk(
      `Nothing was imported: ${result.files.length === 0 ? "there are no files" : `none of the ${result.files.length} files could be used`}.\n` +
        `  left as it was: the evidence folder\n  next: see npm run import -- --help for the formats\n  code: import.nothing\n`
    );
    return 2;
  }
  const where = evidence === undefined ? "" : ` --evidence ${evidence}`;
  const known = result.files.filter((f) => f.mapped !== null);
  if (options.json) {
    const files = result.files.map(({name, kind, reason, mapped}) => ({
      name,
      format: kind,
      mapped: mapped !== null,
      reason
    }));
    effects.out(`${JSON.stringify({campaign_id: result.campaignId, outcome: result.outcome, files})}\n`);
    return 0;
  }
  effects.out(
    [
      `campaign  ${result.campaignId}`,
      ...(result.outcome === "unchanged" ? ["unchanged: these bytes were imported before"] : []),
      `files     ${known.length} mapped, ${result.files.length - known.length} not mapped`,
      ...counts(result).map(([kind, n]) => `  ${String(n).padStart(5)}  ${kind}`),
      ...missing(result),
      `next      npm run decide -- ${result.campaignId}${where}`,
      `          npm run sql -- "select profile, stage, kind from stages where campaign_id = '${result.campaignId}'"${where}`
    ].join("\n") + "\n"
  );
  return 0;
}

/** Files by kind, most first; those that are not mapped at the end. */
function counts(result: ImportResult): [string, number][] {
  const byKind = new Map<string, number>();
  for (const f of result.files) if (f.mapped) byKind.set(f.kind ?? "?", (byKind.get(f.kind ?? "?") ?? 0) + 1);
  const rows = [...byKind].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const unknown = result.files.filter((f) => !f.mapped).length;
  return unknown > 0 ? [...rows, ["not mapped (listed in import.json with the reason)", unknown]] : rows;
}

function missing(result: ImportResult): string[] {
  const gone = (result.record?.named ?? []).filter((n) => !n.present).length;
  return gone > 0 ? [`named     ${gone} files that these records name are not here (see import.json)`] : [];
}
