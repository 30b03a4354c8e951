import {cp, mkdir, mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {command} from "./commandLine.js";

const OWN = "evidence/2026-09-02-glm53-sglang-sm120-qualification";
const ID = "2026-01-02-a";

let base = "";
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "assay-bad-"));
  const record = await readFile(join(OWN, "campaign.json"), "utf8");
  const make = async (name: string, text: string | null) => {
    const folder = join(base, name, ID);
    await cp(OWN, folder, {recursive: true});
    await rm(join(folder, "campaign.json"));
    if (text === null) await mkdir(join(folder, "campaign.json"));
    else await writeFile(join(folder, "campaign.json"), text);
  };
  await mkdir(join(base, "empty"));
  await make("cut", record.slice(0, 200));
  await make("version", record.replace("assay.campaign/v1", "assay.campaign/v9"));
  await make("unreadable", null);
});
afterAll(() => rm(base, {recursive: true, force: true}));

const COMMANDS = [
  ["decide", ID],
  ["sql", "select 1"],
  ["export", "exported"],
  ["explain", ID, "x"]
];
const SENTENCES: [string, RegExp][] = [
  ["empty", /holds no campaign|There is no campaign/],
  ["nowhere", /There is no evidence folder|The evidence folder cannot be read: ENOENT/],
  ["cut", /A file is not whole JSON; it may have been cut short: /],
  ["version", /A record has "assay.campaign\/v9"; this version of Assay reads "assay.campaign\/v1" there/],
  ["unreadable", /A file cannot be read: EISDIR/]
];

describe("unusable evidence is told in one sentence, with where and the next step, and exit 2", () => {
  it.each(SENTENCES)("%s", async (name, sentence) => {
    for (const argv of COMMANDS) {
      const {code, out, talk} = await command([...argv, "--evidence", join(base, name)], {cwd: base});
      expect([argv[0], code, out]).toEqual([argv[0], 2, ""]);
      const [first = "", ...rest] = talk.trimEnd().split("\n");
      expect(first, talk).toMatch(sentence);
      expect(
        rest.map((line) => line.trim().split(":")[0]),
        talk
      ).toEqual(["where", "next", "code"]);
      expect(talk).not.toContain("defect");
    }
  });
});
