import {cp, mkdir, readFile, readdir, rename, symlink, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {describe, expect, it} from "vitest";
import {importEvidence} from "../../loaders/import/importEvidence.js";
import {Problem} from "../../src/schema/problem.js";
import {CampaignRecord, ImportRecord} from "../../src/schema/campaign.js";
import {RestorationRecord} from "../../src/schema/host.js";
import {StageRecord} from "../../src/schema/stage.js";
import {effects, scratch} from "./support.js";

const INPUT = fileURLToPath(new URL("../input/import/", import.meta.url));
const ANVIL = [
  "capacity-v3.json",
  "preflight.json",
  "preflight-enabled.json",
  "control.json",
  "bakeoff.json",
  "suite.json",
  "post-workload.json",
  "waiver.json",
  "before.json",
  "after.json",
  "configuration.json",
  "artifact-set.json",
  "load-failure.json"
];

/** A folder that holds some of the small files, under a name that is a campaign id. */
async function folderOf(names: string[], name = "2026-01-02-tiny"): Promise<string> {
  const at = join(await scratch(), name);
  await mkdir(at);
  for (const n of names) await cp(join(INPUT, n), join(at, n));
  return at;
}

async function anvil() {
  const from = await folderOf(ANVIL);
  const evidence = await scratch();
  const result = await importEvidence([from], {evidence}, effects);
  const folder = join(evidence, result.campaignId);
  const read = async (path: string) => JSON.parse(await readFile(join(folder, path), "utf8")) as unknown;
  return {from, evidence, result, folder, read};
}

describe("an imported campaign", () => {
  it("takes its id from the folder, its times and labels from the manifest, its hardware from the configuration", async () => {
    const {result, read} = await anvil();
    expect(result.campaignId).toBe("2026-01-02-tiny");
    expect(CampaignRecord.parse(await read("campaign.json"))).toMatchObject({
      origin: "imported",
      started_at: "2026-01-02T02:00:00.000Z",
      finished_at: "2026-01-02T04:10:00.000Z",
      hardware: "2x CARD, exclusive TP=2, PCIe without NVLink, WSL2",
      declared: {evidence_labels: ["local-functional"], decision_labels: ["verified"], promotion_authorized: false}
    });
  });

  it("knows a profile by its served name, merges what the files say of it, and lists the incumbent", async () => {
    const {read} = await anvil();
    const {profiles} = CampaignRecord.parse(await read("campaign.json"));
    expect(profiles.find((p) => p.profile === "little-model-8k")).toMatchObject({
      role: "candidate",
      model: "org/Little@rev1",
      image: `ghcr.io/org/img@sha256:${"4".repeat(64)}`,
      recipe: "configs/r.toml",
      context_tokens: 8192,
      concurrency: 1
    });
    expect(profiles.find((p) => p.profile === "old-model")).toMatchObject({role: "incumbent", model: "org/Old@r1"});
    expect(profiles.find((p) => p.profile === "broken")).toMatchObject({role: "candidate", image: "img:tag"});
  });

  it("derives the thinking checks from the answers that a control file names", async () => {
    const {read, folder} = await anvil();
    const names = await readdir(join(folder, "little-model-8k"));
    const stageOf = async (end: string) =>
      StageRecord.parse(await read(`little-model-8k/${names.find((n) => n.endsWith(end))}`));
    const stage = await stageOf("-thinking.json");
    expect(stage.checks.map((c) => [c.check_id, c.verdict, c.request_ids.length])).toEqual([
      ["thinking-disabled", "pass", 4],
      ["thinking-enabled", "pass", 1]
    ]);
    expect((await stageOf("-thinking-answers.json")).kind).toBe("thinking");
  });

  it("grades by the suite's own text checks where the suite that the file names by hash was imported too", async () => {
    const {read, folder} = await anvil();
    const name = (await readdir(join(folder, "little-model-8k"))).find((n) => n.endsWith("-quality.json"));
    const stage = StageRecord.parse(await read(`little-model-8k/${name}`));
    expect(stage.attempts.map((a) => [a.verdict, a.failure_class, a.grader])).toEqual([
      ["pass", null, "text-match"],
      ["fail", "text-check", "text-match"],
      ["inconclusive", "budget_exhausted", "harness-flag"]
    ]);
  });

  it("compares the fields that both live states hold; a one-sided field proves nothing; GPU memory may lie 256 MiB above", async () => {
    const {read} = await anvil();
    const record = RestorationRecord.parse(await read("restoration.json"));
    const equal = Object.fromEntries(record.fields.map((f) => [f.field, f.equal]));
    expect(equal).toMatchObject({container: true, gpu_used_mib: true, "target.repository": null, "router.state": null});
    expect(record).toMatchObject({health: true, candidate_gone: true, restored_by: "foreign"});
  });

  it("keeps a waiver as a claim: the reading stands, and no amendment is made", async () => {
    const {read, folder} = await anvil();
    const stage = StageRecord.parse(await read("little-model-16k/01-reserve.json"));
    expect(stage.reserve.map((r) => [r.after_mib, r.threshold_mib])).toEqual([
      [2000, 3072],
      [2000, 3072]
    ]);
    expect(await readdir(folder)).not.toContain("amendments.jsonl");
  });

  it("lists the files that a manifest names and that are not here, also one whose name leads out of the folder", async () => {
    const {read} = await anvil();
    const record = ImportRecord.parse(await read("import.json"));
    const by = record.named.filter((n) => n.by === "artifact-set.json");
    expect(by).toEqual([
      {file: "capacity-v3.json", by: "artifact-set.json", present: true, hash_matches: null},
      {file: "gone.json", by: "artifact-set.json", present: false, hash_matches: null},
      {file: "../../etc/passwd", by: "artifact-set.json", present: false, hash_matches: null}
    ]);
    expect(record.named.find((n) => n.file === "docs/control.json")).toMatchObject({
      present: true,
      hash_matches: false
    });
    expect(record.named.find((n) => n.file === "docs/suite.json")).toMatchObject({present: true, hash_matches: true});
  });

  it("pairs two profiles whose settings differ in nothing but the served name; the earlier is the baseline", async () => {
    const from = await folderOf(["capacity-v3.json"]);
    const other = JSON.parse(await readFile(join(from, "capacity-v3.json"), "utf8")) as Record<string, unknown>;
    await writeFile(
      join(from, "b.json"),
      JSON.stringify({...other, model: "faster", started_at: "2026-01-02T03:30:00Z"})
    );
    await writeFile(join(from, "c.json"), JSON.stringify({...other, model: "other-tokens", max_tokens: 65}));
    const evidence = await scratch();
    await importEvidence([from], {evidence}, effects);
    const campaign = CampaignRecord.parse(
      JSON.parse(await readFile(join(evidence, "2026-01-02-tiny/campaign.json"), "utf8"))
    );
    expect(campaign.comparisons).toMatchObject([
      {baseline: "little-model-8k", candidate: "faster", nominal_prompt_tokens: 1024}
    ]);
  });

  it("lets a long capacity point serve the endurance gate too", async () => {
    const from = await folderOf(["capacity-v3.json"]);
    const doc = JSON.parse(await readFile(join(from, "capacity-v3.json"), "utf8")) as Record<string, unknown>;
    await writeFile(join(from, "capacity-v3.json"), JSON.stringify({...doc, requests: 60}));
    const evidence = await scratch();
    await importEvidence([from], {evidence}, effects);
    const stage = await readFile(join(evidence, "2026-01-02-tiny/little-model-8k/01-capacity-1k-c1.json"), "utf8");
    expect(StageRecord.parse(JSON.parse(stage)).settings.also).toEqual(["endurance"]);
  });
});

describe("importing again", () => {
  it("changes nothing with the same bytes, also with a part of them", async () => {
    const {from, evidence, folder} = await anvil();
    const before = await readFile(join(folder, "manifest.json"), "utf8");
    expect((await importEvidence([from], {evidence}, effects)).outcome).toBe("unchanged");
    const part = await importEvidence(
      [join(from, "capacity-v3.json")],
      {evidence, campaign: "2026-01-02-tiny"},
      effects
    );
    expect(part.outcome).toBe("unchanged");
    expect(await readFile(join(folder, "manifest.json"), "utf8")).toBe(before);
  });

  it("refuses other bytes for a campaign that is closed, and leaves it as it was", async () => {
    const {from, evidence, folder} = await anvil();
    const before = await readFile(join(folder, "manifest.json"), "utf8");
    await writeFile(join(from, "capacity-v3.json"), `${await readFile(join(from, "capacity-v3.json"), "utf8")} `);
    const again = importEvidence([from], {evidence}, effects);
    await expect(again).rejects.toMatchObject({code: "import.closed", exitCode: 2});
    expect(await readFile(join(folder, "manifest.json"), "utf8")).toBe(before);
    expect(await readdir(evidence)).toEqual(["2026-01-02-tiny"]);
  });

  it("finds evidence without a date again on another day", async () => {
    const from = join(await scratch(), "undated");
    await mkdir(from);
    await cp(join(INPUT, "capacity-v3-ttft.json"), join(from, "x.json"));
    const evidence = await scratch();
    const first = await importEvidence([from], {evidence}, effects);
    const later = {...effects, now: () => new Date("2026-05-05T00:00:00Z")};
    const second = await importEvidence([from], {evidence}, later);
    expect([first.campaignId, second.campaignId, second.outcome]).toEqual([
      "2026-01-02-undated",
      "2026-01-02-undated",
      "unchanged"
    ]);
  });
});

describe("what is given", () => {
  it("takes the id of other folders from the evidence's date and the name", async () => {
    const from = await folderOf(["capacity-v3.json"]);
    await rename(from, join(from, "../Results of May"));
    const evidence = await scratch();
    const result = await importEvidence([join(from, "../Results of May")], {evidence}, effects);
    expect(result.campaignId).toBe("2026-01-02-results-of-may");
  });

  it("refuses an id that would leave the evidence folder", async () => {
    const from = await folderOf(["capacity-v3.json"]);
    for (const campaign of ["../2026-01-02-x", "2026-01-02-../../x", "x", ""])
      await expect(importEvidence([from], {evidence: await scratch(), campaign}, effects)).rejects.toThrow(Problem);
  });

  it("does not follow a symbolic link, and says so", async () => {
    const from = await folderOf(["capacity-v3.json"]);
    await symlink("/etc/hostname", join(from, "link.json"));
    await symlink("..", join(from, "up"));
    const evidence = await scratch();
    const result = await importEvidence([from], {evidence}, effects);
    expect(result.files.map((f) => [f.name, f.mapped !== null])).toEqual([
      ["capacity-v3.json", true],
      ["link.json", false],
      ["up", false]
    ]);
    expect(result.files[1]?.reason).toContain("symbolic link");
  });

  it("makes names with separators, dots and control characters safe", async () => {
    const from = await folderOf(["capacity-v3.json"]);
    const hostile = ["..\\..\\x.json", "..hidden.json", "new\nline.json", `${"long".repeat(55)}.json`];
    for (const n of hostile) await cp(join(from, "capacity-v3.json"), join(from, n));
    const doc = JSON.parse(await readFile(join(from, "capacity-v3.json"), "utf8")) as Record<string, unknown>;
    for (const [i, model] of ["../../../up", "imported", "a/b", "..", "CON\u0000"].entries())
      await writeFile(join(from, `m${i}.json`), JSON.stringify({...doc, model}));
    const evidence = await scratch();
    await importEvidence([from], {evidence}, effects);
    expect(await readdir(evidence)).toEqual(["2026-01-02-tiny"]);
    const kept = await readdir(join(evidence, "2026-01-02-tiny/imported"));
    expect(kept).toHaveLength(10);
    expect(kept.every((n) => !n.startsWith(".") && !/[\\\u0000-\u001f]/.test(n))).toBe(true);
  });

  it("says so when there is nothing at the path, or nothing that it knows", async () => {
    const evidence = join(await scratch(), "never-made");
    await expect(importEvidence([join(evidence, "no")], {evidence}, effects)).rejects.toMatchObject({
      code: "import.no-path"
    });
    const from = join(await scratch(), "notes");
    await mkdir(from);
    await writeFile(join(from, "README.md"), "# words\n");
    const result = await importEvidence([from], {evidence}, effects);
    expect(result.outcome).toBe("nothing");
    expect(result.files[0]?.reason).toContain("neither JSON");
    await expect(readdir(evidence)).rejects.toThrow();
  });
});
