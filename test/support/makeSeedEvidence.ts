// Records the worked example's published decision as reported claims: tsx test/support/makeSeedEvidence.ts SUMMARY.json EVIDENCE
// The file itself is someone else's and is not kept; its hash is, and each claim names the place it was read from.
import {mkdtemp, readFile, rm, stat} from "node:fs/promises";
import {tmpdir} from "node:os";
import {basename, join} from "node:path";
import {z} from "zod";
import {importEvidence} from "../../loaders/import/importEvidence.js";
import {createCampaign} from "../../loaders/record/index.js";
import {sha256} from "../../src/metrics/sealed/sha256.js";
import {CampaignRecord, ImportRecord, ReportedRecord} from "../../src/schema/campaign.js";

const NOT_HERE = "reported, raw evidence not in this repository";
const CAMPAIGN = "2026-09-02-glm53-sglang-sm120-qualification";

const [source, evidence] = z.tuple([z.string(), z.string()]).parse(process.argv.slice(2));
const bytes = await readFile(source);
const summary = z
  .object({
    measurement: z.object({sample_count: z.number()}),
    gates: z.array(z.object({name: z.string(), detail: z.string()})),
    headline_results: z.array(z.string())
  })
  .parse(JSON.parse(bytes.toString("utf8")));

/** The figures that stand in a sentence: its numbers, in order, each with the metric it is said to be. */
function figures(path: string, sentence: string | undefined, read: [metric: string, unit: string, pattern: RegExp][]) {
  return read.flatMap(([metric, unit, pattern]) => {
    const found = sentence?.match(pattern);
    if (!found) throw new Error(`${path} does not say ${metric}`);
    return found.slice(1).map((number) =>
      ReportedRecord.parse({
        schema: "assay.reported/v1",
        profile: null,
        stage: null,
        metric,
        statistic: /decode|prefill/.test(metric) ? "p50" : "value",
        value: Number(number),
        text: sentence,
        unit,
        basis: "reported",
        file: basename(source),
        json_path: path
      })
    );
  });
}
const gate = (name: string): [string, string | undefined] => {
  const at = summary.gates.findIndex((g) => g.name === name);
  return [`$.gates[${at}].detail`, summary.gates[at]?.detail];
};
const headline = (at: number): [string, string | undefined] => [
  `$.headline_results[${at}]`,
  summary.headline_results[at]
];
const numbers: ReportedRecord[] = [
  ...figures(...headline(0), [["decode_tok_s_gain_pct", "%", /by ([\d.]+) percent at 4K and ([\d.]+) percent/]]),
  ...figures(...headline(1), [["decode_tok_s", "tok/s", /was ([\d.]+), ([\d.]+), and ([\d.]+) tok/]]),
  ...figures(...headline(2), [["effective_prefill_tok_s", "tok/s", /was ([\d.]+), ([\d.]+), and ([\d.]+) tok/]]),
  ...figures(...headline(3), [["output_tok_s", "tok/s", /reached ([\d.]+) aggregate/]]),
  ...figures(...headline(4), [["after_mib", "MiB", /fell to (\d+) MiB/]]),
  ...figures(...gate("post-workload reserve"), [["after_mib", "MiB", /^(\d+) MiB/]]),
  ...figures(...gate("full functional preflight"), [["long_prompt_tokens", "tokens", /(\d+)-token/]])
];

const scratch = await mkdtemp(join(tmpdir(), "assay-seed-"));
try {
  await importEvidence([source], {evidence: scratch, campaign: CAMPAIGN});
  const read = (name: string) => readFile(join(scratch, CAMPAIGN, name), "utf8");
  const campaign = CampaignRecord.parse(JSON.parse(await read("campaign.json")));
  const imported = ImportRecord.parse(JSON.parse(await read("import.json")));
  const claims = (await read("reported.jsonl"))
    .trim()
    .split("\n")
    .map((line) => ReportedRecord.parse(JSON.parse(line)));

  const writer = await createCampaign({evidence, id: CAMPAIGN});
  await writer.writeJson("campaign.json", {
    ...campaign,
    question: `The published decision of the worked example: ${NOT_HERE}`
  });
  await writer.writeBytes("policy.toml", await readFile(join(scratch, CAMPAIGN, "policy.toml")));
  await writer.writeJson("import.json", {
    ...imported,
    files: imported.files.map((f) => ({...f, sha256: sha256(bytes), reason: NOT_HERE, kept_as: null}))
  });
  const lines = await writer.lines("reported.jsonl");
  for (const claim of [...claims, ...numbers]) {
    await lines.append({...claim, file: basename(source), basis: "reported"});
  }
  await lines.close();
  await writer.seal();
} finally {
  await rm(scratch, {recursive: true, force: true});
}
await stat(join(evidence, CAMPAIGN, "manifest.json"));
