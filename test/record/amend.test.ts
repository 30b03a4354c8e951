import {generateKeyPairSync, type KeyObject} from "node:crypto";
import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {amendCampaign, openCampaign, verifyCampaign, type Statement} from "../../loaders/record/index.js";
import {dssePae} from "../../src/metrics/sealed/dssePae.js";
import {parseReviewers} from "../../src/metrics/sealed/reviewers.js";
import {verifyAmendments} from "../../src/metrics/sealed/verifyAmendments.js";
import {smallCampaign} from "./smallCampaign.js";

let evidence: string;
let folder: string;
let root: string;
let alice: KeyObject;
let reviewers: ReturnType<typeof parseReviewers>;
const statement = (over: Partial<Statement> = {}): Statement => ({
  kind: "waiver",
  decision_sha256: "a".repeat(64),
  at: "2026-01-03T00:00:00Z",
  by: "alice",
  profile: "p",
  gate: "reserve",
  reason: "enough for this host",
  ...over
});
const path = () => join(folder, "amendments.jsonl");
const amended = async () => verifyAmendments(await readFile(path(), "utf8"), reviewers, root);
const problems = async () => (await verifyCampaign(folder, {reviewers})).problems;

beforeEach(async () => {
  evidence = await mkdtemp(join(tmpdir(), "assay-amend-"));
  const pair = generateKeyPairSync("ed25519");
  alice = pair.privateKey;
  const spki = pair.publicKey.export({type: "spki", format: "der"}).toString("base64");
  reviewers = parseReviewers(`schema = "assay.reviewers/v1"\n[reviewers.alice]\npublic_key = "${spki}"\n`, "test");
  const writer = await smallCampaign(evidence);
  folder = writer.folder;
  root = (await writer.seal()).root;
});
afterEach(() => rm(evidence, {recursive: true, force: true}));

describe("amendments", () => {
  it("count only with a good signature of the one they name, over this root", async () => {
    const signed = await amendCampaign(folder, statement(), {key: alice, reviewers});
    expect(signed).toMatchObject({seq: 0, standing: "signed by alice", effect: true});
    const claimed = await amendCampaign(folder, statement({by: "bob"}), {key: null, reviewers});
    expect(claimed).toMatchObject({seq: 1, standing: "claimed by bob, unsigned", effect: false});
    const stranger = await amendCampaign(folder, statement({by: "mallory"}), {key: alice, reviewers});
    expect(stranger.effect).toBe(false);
    expect(await problems()).toEqual([]);
  });

  it("are refused when the key is not that of the name", async () => {
    const other = generateKeyPairSync("ed25519").privateKey;
    await expect(amendCampaign(folder, statement(), {key: other, reviewers})).rejects.toMatchObject({
      code: "bad-signature"
    });
    await expect(readFile(path())).rejects.toMatchObject({code: "ENOENT"});
  });

  it("fail verification, and have no effect, once a word is edited, though chain and head are made to fit", async () => {
    await amendCampaign(folder, statement(), {key: alice, reviewers});
    const line = JSON.parse((await readFile(path(), "utf8")).trim()) as {payload: string};
    const payload = Buffer.from(line.payload, "base64").toString().replace("reserve", "quality");
    await writeFile(path(), `${JSON.stringify({...line, payload: Buffer.from(payload).toString("base64")})}\n`);
    expect((await amended()).standings[0]?.effect).toBe(false);
    expect((await problems()).map((p) => p.file)).toEqual(["amendments.jsonl"]);
  });

  it("are missed when the last line, or all of them, are taken away, and when one is put in between", async () => {
    for (const reason of ["one", "two", "three"])
      await amendCampaign(folder, statement({reason}), {key: null, reviewers});
    const good = await readFile(path(), "utf8");
    const [a, b, c] = good.trim().split("\n");
    for (const bad of [
      `${a}\n${b}\n`,
      `${a}\n${c}\n`,
      `${b}\n${a}\n${c}\n`,
      `${a}\n${a}\n${b}\n${c}\n`,
      `${good}${c}\n`,
      good.slice(0, -1)
    ]) {
      await writeFile(path(), bad);
      expect([...new Set((await problems()).map((p) => p.file))], bad).toEqual(["amendments.jsonl"]);
    }
    await rm(path());
    expect((await problems()).map((p) => p.file)).toEqual(["amendments.jsonl"]);
  });

  it("show a flipped byte in the lines or in their head, and blame only that file", async () => {
    await amendCampaign(folder, statement(), {key: alice, reviewers});
    await amendCampaign(folder, statement({kind: "review"}), {key: null, reviewers});
    for (const name of ["amendments.jsonl", "amendments.head.json"]) {
      const good = await readFile(join(folder, name));
      for (let at = 0; at < good.length; at += 23) {
        const bad = Buffer.from(good);
        bad[at] = (bad[at] ?? 0) ^ 1;
        await writeFile(join(folder, name), bad);
        expect([...new Set((await problems()).map((p) => p.file))], `${name} ${at}`).toEqual([name]);
      }
      await writeFile(join(folder, name), good);
    }
  });

  it("for an earlier seal have no effect on a later one", async () => {
    await amendCampaign(folder, statement(), {key: alice, reviewers});
    const {writer} = await openCampaign(folder);
    root = (await writer.seal()).root;
    expect((await amended()).standings[0]).toMatchObject({effect: false});
    expect((await amended()).standings[0]?.standing).toMatch(/^signed by alice for another seal/);
    expect(await problems()).toEqual([]);
  });

  it("are refused on evidence that is not as it was sealed", async () => {
    await writeFile(join(folder, "campaign.json"), "{}");
    await expect(amendCampaign(folder, statement(), {key: alice, reviewers})).rejects.toMatchObject({
      code: "not-as-sealed"
    });
  });

  it("go on after a death between the lines and their head", async () => {
    await amendCampaign(folder, statement(), {key: alice, reviewers});
    const head = await readFile(join(folder, "amendments.head.json"));
    await amendCampaign(folder, statement({reason: "two"}), {key: alice, reviewers});
    await writeFile(join(folder, "amendments.head.json"), head);
    expect(await amendCampaign(folder, statement({reason: "three"}), {key: alice, reviewers})).toMatchObject({seq: 2});
    expect(await problems()).toEqual([]);
  });

  it("sign the pre-authentication encoding of DSSE", () => {
    expect(dssePae("http://example.com/HelloWorld", Buffer.from("hello world")).toString()).toBe(
      "DSSEv1 29 http://example.com/HelloWorld 11 hello world"
    );
  });
});
