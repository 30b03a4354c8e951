import {spawn} from "node:child_process";
import {appendFile, mkdtemp, readFile, rm, truncate, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {linesOf, openCampaign, verifyCampaign, walkCampaign} from "../../loaders/record/index.js";
import {framesOf, recordOf, smallCampaign} from "./smallCampaign.js";

/** More on demand: ASSAY_KILLS=300 */
const kills = Number(process.env.ASSAY_KILLS ?? 3);

let evidence: string;
beforeEach(async () => {
  evidence = await mkdtemp(join(tmpdir(), "assay-crash-"));
});
afterEach(() => rm(evidence, {recursive: true, force: true}));

/** Runs the recording child and kills it after it acknowledged some requests. */
async function killedAfter(count: number, folder: string): Promise<string[]> {
  const script = resolve("test/record/appendForever.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, evidence, folder], {
    stdio: ["ignore", "pipe", "inherit"]
  });
  let said = "";
  await new Promise<void>((done) => {
    child.stdout.on("data", (text: Buffer) => {
      said += text.toString();
      if (said.split("done ").length - 1 >= count) child.kill("SIGKILL");
    });
    child.on("close", () => done());
  });
  return [...said.matchAll(/^done (.+)$/gm)].map((m) => m[1] ?? "");
}

async function recordedIds(folder: string): Promise<string[]> {
  const ids: string[] = [];
  for (const path of (await walkCampaign(folder)).files.filter((f) => f.endsWith(".requests.jsonl")))
    for await (const {bytes, ended} of linesOf(join(folder, path)))
      if (ended) ids.push((JSON.parse(bytes.toString()) as {request_id: string}).request_id);
  return ids;
}

describe("a record that is killed", () => {
  it(
    "keeps every acknowledged request once, resumes at the next stage, seals and verifies deep",
    async () => {
      const folder = join(evidence, "2026-01-02-killed");
      const acknowledged: string[] = [];
      for (let kill = 0; kill < kills; kill += 1)
        acknowledged.push(...(await killedAfter(1 + ((kill * 7) % 20), kill === 0 ? "" : folder)));
      const {writer} = await openCampaign(folder);
      expect(await writer.nextStage("p", "capacity")).toBe(`${String(kills).padStart(2, "0")}-capacity`);
      await writer.seal();
      const ids = await recordedIds(folder);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(acknowledged));
      // What was in flight at a kill may be there as well: at most one a kill.
      expect(ids.length - acknowledged.length).toBeLessThanOrEqual(kills);
      expect((await verifyCampaign(folder, {deep: true})).problems).toEqual([]);
    },
    60_000 + kills * 5_000
  );

  it("drops and lists a cut last line, a cut member and frames without a line, and changes none of those files", async () => {
    const first = await smallCampaign(evidence);
    const stage = first.stage("p", "02-more");
    const frames = framesOf(stage.requestId(0));
    await stage.appendRequest(recordOf("p", "02-more", 0, frames), frames);
    await first.close();
    const at = (name: string) => join(first.folder, name);
    await appendFile(at("journal.jsonl"), '{"schema":"assay.jour');
    const requests = await readFile(at("p/01-capacity.requests.jsonl"), "utf8");
    const cut = requests.slice(0, requests.trimEnd().lastIndexOf("\n") + 30);
    await writeFile(at("p/01-capacity.requests.jsonl"), cut);
    await truncate(at("p/02-more.wire.jsonl.gz"), 50);
    await rm(at("p/02-more.requests.jsonl"));
    await writeFile(at("p/03-late.json.0123456789ab.tmp"), "{");

    const {writer, leftovers} = await openCampaign(first.folder);
    expect(leftovers).toEqual({
      journal: '{"schema":"assay.jour',
      cut_lines: [{file: "p/01-capacity.requests.jsonl", text: cut.slice(cut.lastIndexOf("\n") + 1)}],
      cut_members: [{file: "p/02-more.wire.jsonl.gz", offset: 0, bytes: 50}],
      unrecorded_requests: ["p/01-capacity#2"]
    });
    await writer.seal();
    expect(await readFile(at("p/01-capacity.requests.jsonl"), "utf8")).toBe(cut);
    expect(await recordedIds(first.folder)).toEqual(["p/01-capacity#0", "p/01-capacity#1"]);
    expect((await walkCampaign(first.folder)).files).not.toContain("p/03-late.json.0123456789ab.tmp");
    expect((await verifyCampaign(first.folder, {deep: true})).problems).toEqual([]);
  });

  it("between the journal's last line and the manifest is sealed by the next who opens it", async () => {
    const first = await smallCampaign(evidence);
    await first.log("sealed", {manifest: "manifest.json"});
    await first.close();
    expect(await verifyCampaign(first.folder)).toMatchObject({sealed: false, problems: []});
    const {writer} = await openCampaign(first.folder);
    await writer.seal();
    expect((await verifyCampaign(first.folder)).problems).toEqual([]);
  });

  it("that went on after its seal is told apart from a changed one", async () => {
    const first = await smallCampaign(evidence);
    await first.seal();
    const {writer} = await openCampaign(first.folder);
    await writer.close();
    expect((await verifyCampaign(first.folder)).problems).toEqual([
      {file: "journal.jsonl", what: "it went on after the seal: the campaign was opened again and not sealed again"}
    ]);
  });
});

describe("two processes on one campaign", () => {
  it("the second is told who has it, and changes nothing", async () => {
    const first = await smallCampaign(evidence);
    const before = await readFile(join(first.folder, "journal.jsonl"), "utf8");
    await expect(openCampaign(first.folder)).rejects.toMatchObject({
      code: "campaign-in-use",
      message: expect.stringContaining(String(process.pid)) as string
    });
    expect(await readFile(join(first.folder, "journal.jsonl"), "utf8")).toBe(before);
    await first.close();
  });

  it("the second is told the number of a process that is another, and both records stay whole", async () => {
    const script = resolve("test/record/appendForever.ts");
    const child = spawn(process.execPath, ["--import", "tsx", script, evidence, ""], {
      stdio: ["ignore", "pipe", "inherit"]
    });
    const closed = new Promise((done) => child.on("close", done));
    await new Promise<void>((done) => child.stdout.once("data", () => done()));
    const folder = join(evidence, "2026-01-02-killed");
    const message = expect.stringContaining(`Process ${child.pid ?? 0} is writing`) as string;
    const next = expect.stringContaining(`kill ${child.pid ?? 0}`) as string;
    await expect(openCampaign(folder)).rejects.toMatchObject({code: "campaign-in-use", message, next});
    child.kill("SIGKILL");
    await closed;
    const {writer} = await openCampaign(folder);
    await writer.seal();
    expect((await verifyCampaign(folder, {deep: true})).problems).toEqual([]);
  });

  it("the lock of a dead process, or half a lock, is taken over", async () => {
    const first = await smallCampaign(evidence);
    await first.close();
    for (const left of [
      JSON.stringify({pid: 2 ** 22 + 5, started: "1"}),
      JSON.stringify({pid: process.pid, started: "1"}),
      "{"
    ]) {
      await writeFile(join(first.folder, ".lock"), left);
      const {writer} = await openCampaign(first.folder);
      await writer.close();
    }
    await expect(readFile(join(first.folder, ".lock"))).rejects.toMatchObject({code: "ENOENT"});
  });
});

describe("openCampaign", () => {
  it("refuses a folder without a journal, and one whose journal was edited", async () => {
    await expect(openCampaign(evidence)).rejects.toMatchObject({code: "no-campaign"});
    const first = await smallCampaign(evidence);
    await first.log("one");
    await first.close();
    const path = join(first.folder, "journal.jsonl");
    await writeFile(path, (await readFile(path, "utf8")).replace("created", "creates"));
    await expect(openCampaign(first.folder)).rejects.toMatchObject({code: "broken-journal"});
  });
});
