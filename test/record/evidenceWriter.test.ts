import {execFileSync} from "node:child_process";
import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {createCampaign} from "../../loaders/record/index.js";

let evidence: string;
beforeEach(async () => {
  evidence = await mkdtemp(join(tmpdir(), "assay-record-"));
});
afterEach(() => rm(evidence, {recursive: true, force: true}));

describe("EvidenceWriter", () => {
  it("gives a taken campaign id -2, then -3", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const writer = await createCampaign({evidence, id: "2026-01-02-x"});
      ids.push(writer.campaignId);
      await writer.close();
    }
    expect(ids).toEqual(["2026-01-02-x", "2026-01-02-x-2", "2026-01-02-x-3"]);
  });

  it("never overwrites a file", async () => {
    const writer = await createCampaign({evidence, id: "2026-01-02-x"});
    await writer.writeJson("campaign.json", {a: 1});
    await expect(writer.writeJson("campaign.json", {a: 2})).rejects.toMatchObject({code: "file-exists"});
    expect(JSON.parse(await readFile(join(writer.folder, "campaign.json"), "utf8"))).toEqual({a: 1});
    await writer.close();
  });

  it("refuses names that leave the folder or hide in it", async () => {
    const writer = await createCampaign({evidence, id: "2026-01-02-x"});
    for (const path of ["../x", "/etc/x", "a/../../x", "a//b", ".lock", "a/.b", "a\\b", "a\nb", ""])
      await expect(writer.writeBytes(path, Buffer.from("x")), path).rejects.toMatchObject({code: "unsafe-path"});
    await writer.close();
  });

  it("seals with sums that sha256sum -c accepts, and a foreign file byte for byte", async () => {
    const foreign = join(evidence, "foreign.bin");
    const bytes = Buffer.from(Array.from({length: 300_000}, (_, i) => (i * 7919) % 256));
    await writeFile(foreign, bytes);
    const writer = await createCampaign({evidence, id: "2026-01-02-x"});
    await writer.copyIn("imported/a file.bin", foreign);
    await writer.writeLines("reported.jsonl", [{a: 1}, {a: 2}]);
    const manifest = await writer.seal();
    expect(await readFile(join(writer.folder, "imported/a file.bin"))).toEqual(bytes);
    expect(manifest.files.map((f) => f.path)).toEqual(["imported/a file.bin", "journal.jsonl", "reported.jsonl"]);
    expect(manifest.files[2]).toMatchObject({lines: 2, size: 16});
    const said = execFileSync("sha256sum", ["-c", "--strict", "SHA256SUMS"], {cwd: writer.folder, encoding: "utf8"});
    expect(said.trim().split("\n")).toHaveLength(3);
  });
});
