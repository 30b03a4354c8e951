import {cp, mkdtemp, readFile, readdir, rename, rm, symlink, truncate, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {openCampaign, verifyCampaign, walkCampaign} from "../../loaders/record/index.js";
import {smallCampaign} from "./smallCampaign.js";

let evidence: string;
let sealed: string;
let count = 0;
beforeAll(async () => {
  evidence = await mkdtemp(join(tmpdir(), "assay-verify-"));
  const writer = await smallCampaign(evidence);
  await writer.seal();
  const {writer: again} = await openCampaign(writer.folder);
  await again.writeJson("restoration.json", {late: true});
  await again.seal();
  sealed = writer.folder;
});
afterAll(() => rm(evidence, {recursive: true, force: true}));

/** A fresh copy to spoil. */
async function copy(): Promise<string> {
  count += 1;
  const folder = join(evidence, `copy-${count}`);
  await cp(sealed, folder, {recursive: true});
  return folder;
}
const blamed = async (folder: string, deep = false) =>
  [...new Set((await verifyCampaign(folder, {deep})).problems.map((p) => p.file))].sort();

describe("verify", () => {
  it("passes on what was sealed, deep too, and gives the root of the newest manifest", async () => {
    const found = await verifyCampaign(sealed, {deep: true});
    expect(found.problems).toEqual([]);
    expect(found).toMatchObject({sealed: true, derived: 3});
    const manifest = JSON.parse(await readFile(join(sealed, "manifest.0002.json"), "utf8")) as Record<string, unknown>;
    const first = JSON.parse(await readFile(join(sealed, "manifest.json"), "utf8")) as Record<string, unknown>;
    expect(found.root).toBe(manifest.root);
    expect(manifest.previous_root).toBe(first.root);
  });

  it("finds a flipped byte anywhere, names its file and blames no other", async () => {
    const folder = await copy();
    const {files} = await walkCampaign(folder);
    const flips = Number(process.env.ASSAY_FLIPS ?? 150);
    let random = 12345;
    const next = (n: number) => {
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
      return random % n;
    };
    for (let i = 0; i < flips; i += 1) {
      const file = files[i % files.length] ?? "";
      const path = join(folder, file);
      const good = await readFile(path);
      const bad = Buffer.from(good);
      const at = next(bad.length);
      bad[at] = (bad[at] ?? 0) ^ (1 << next(8));
      await writeFile(path, bad);
      expect(await blamed(folder), `${file}, byte ${at}`).toEqual([file]);
      await writeFile(path, good);
    }
  });

  it("finds every kind of file cut, removed, added, renamed, swapped or linked", async () => {
    const {files} = await walkCampaign(sealed);
    for (const file of files) {
      const folder = await copy();
      await truncate(join(folder, file), (await readFile(join(folder, file))).length - 1);
      expect(await blamed(folder), `cut ${file}`).toEqual([file]);
      await rm(join(folder, file));
      expect(await blamed(folder), `removed ${file}`).toEqual([file]);
      await rm(folder, {recursive: true});
    }
    const added = await copy();
    await writeFile(join(added, "p/02-more.json"), "{}");
    expect(await blamed(added)).toEqual(["p/02-more.json"]);
    const hidden = await copy();
    await writeFile(join(hidden, "p/.hidden"), "x");
    expect(await blamed(hidden)).toEqual(["p/.hidden"]);
    const renamed = await copy();
    await rename(join(renamed, "reported.jsonl"), join(renamed, "reported2.jsonl"));
    expect(await blamed(renamed)).toEqual(["reported.jsonl", "reported2.jsonl"]);
    const swapped = await copy();
    await rename(join(swapped, "campaign.json"), join(swapped, "x"));
    await rename(join(swapped, "reported.jsonl"), join(swapped, "campaign.json"));
    await rename(join(swapped, "x"), join(swapped, "reported.jsonl"));
    expect(await blamed(swapped)).toEqual(["campaign.json", "reported.jsonl"]);
    const locked = await copy();
    await writeFile(join(locked, ".lock"), '{"pid":1,"started":null,"token":"ab","more":"a place to hide"}');
    expect(await blamed(locked)).toEqual([".lock"]);
    const unsealed = await copy();
    await cp(join(unsealed, "manifest.0002.json"), join(unsealed, "manifest.0003.json"));
    expect(await blamed(unsealed, true)).toEqual(["manifest.0003.json"]);
    const linked = await copy();
    await symlink("/etc/hostname", join(linked, "p/link.json"));
    expect(await blamed(linked)).toEqual(["p/link.json"]);
  });

  it("finds two lines that changed places", async () => {
    const folder = await copy();
    const path = join(folder, "p/01-capacity.requests.jsonl");
    const [a, b, ...rest] = (await readFile(path, "utf8")).split("\n");
    await writeFile(path, [b, a, ...rest].join("\n"));
    expect(await blamed(folder, true)).toEqual(["p/01-capacity.requests.jsonl"]);
  });

  it("names each field of a request line that the wire does not bear out, though all was sealed again", async () => {
    const writer = await smallCampaign(evidence, "2026-01-02-lies");
    const path = join(writer.folder, "p/01-capacity.requests.jsonl");
    const text = (await readFile(path, "utf8"))
      .replace('"ttft_ms":10', '"ttft_ms":9')
      .replace('"output_tokens":2', '"output_tokens":3');
    await writeFile(path, text);
    await writer.seal();
    expect((await verifyCampaign(writer.folder)).problems).toEqual([]);
    const {problems} = await verifyCampaign(writer.folder, {deep: true});
    expect(problems.map((p) => p.file)).toEqual([path, path].map(() => "p/01-capacity.requests.jsonl"));
    expect(problems.map((p) => p.what).join("\n")).toMatch(
      /ttft_ms is 9, the wire says 10[\s\S]*output_tokens is 3, the wire says 2/
    );
  });

  it("says of a campaign that was never sealed that nothing vouches for it", async () => {
    const writer = await smallCampaign(evidence, "2026-01-02-open");
    await writer.close();
    expect(await verifyCampaign(writer.folder, {deep: true})).toMatchObject({sealed: false, root: null, problems: []});
    expect(await readdir(writer.folder)).not.toContain("manifest.json");
  });
});
