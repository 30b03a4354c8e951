import {mkdir, mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {main} from "../../loaders/cli.js";
import {verifyAmendments} from "../../src/metrics/sealed/verifyAmendments.js";
import {parseReviewers} from "../../src/metrics/sealed/reviewers.js";
import {amendCampaign} from "../../loaders/record/index.js";
import {readPrivateKey} from "../../loaders/cli/amendKey.js";
import {smallCampaign} from "./smallCampaign.js";

let home: string;
let evidence: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "assay-cli-"));
  evidence = join(home, "evidence");
  await mkdir(evidence);
});
afterEach(() => rm(home, {recursive: true, force: true}));

const effects = () => ({env: {HOME: home}, cwd: home, now: () => new Date("2026-01-05T00:00:00Z"), interactive: false});

/** Runs a command line and keeps what it said. */
async function run(...argv: string[]): Promise<{code: number; out: string; talk: string}> {
  let out = "";
  let talk = "";
  const code = await main(argv, {...effects(), out: (t) => void (out += t), talk: (t) => void (talk += t)});
  return {code, out, talk};
}

describe("verify", () => {
  it("prints the root and exits 0; after a byte is changed it names the file and exits 1", async () => {
    const writer = await smallCampaign(evidence);
    const {root} = await writer.seal();
    const good = await run("verify", "--deep");
    expect(good).toMatchObject({code: 0, talk: ""});
    expect(good.out).toContain(`3 requests derived again\n  root ${root}`);
    const path = join(writer.folder, "p/01-capacity.wire.jsonl.gz");
    const bytes = await readFile(path);
    bytes[50] = (bytes[50] ?? 0) ^ 1;
    await writeFile(path, bytes);
    const bad = await run("verify", writer.campaignId, "--deep", "--json", "--evidence", evidence);
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.out)).toMatchObject({
      campaign_id: writer.campaignId,
      ok: false,
      problems: [{file: "p/01-capacity.wire.jsonl.gz", what: "its bytes changed"}]
    });
  });
  it("exits 1 on a campaign that was never sealed, and 0 with --unsealed", async () => {
    await (await smallCampaign(evidence)).close();
    expect(await run("verify")).toMatchObject({code: 1, out: expect.stringContaining("never sealed") as string});
    expect((await run("verify", "--unsealed")).code).toBe(0);
  });
  it("exits 2 with one clear sentence when there is nothing, or no such campaign", async () => {
    expect(await run("verify")).toMatchObject({code: 2, talk: expect.stringContaining("holds no campaign") as string});
    expect(await run("verify", "2026-01-01-none")).toMatchObject({code: 2});
    expect(await run("verify", "--evidence", "nowhere")).toMatchObject({code: 2});
    expect(await run("verify", "--help")).toMatchObject({code: 0, out: expect.stringContaining("Examples:") as string});
    expect(await run("verify", "--nonsense")).toMatchObject({code: 2});
  });
});

describe("derive", () => {
  it("prints one object for a request of a wire file, and an array for several", async () => {
    const writer = await smallCampaign(evidence);
    await writer.seal();
    const file = `evidence/${writer.campaignId}/p/01-capacity.wire.jsonl.gz`;
    const all = await run("derive", file, "--json");
    expect(JSON.parse(all.out)).toHaveLength(3);
    const one = await run("derive", file, "--request", "p/01-capacity#1", "--json");
    expect(JSON.parse(one.out)).toMatchObject({request_id: "p/01-capacity#1", content: "Hello wörld", ttft_ms: 10});
    expect(
      (await run("derive", `${writer.campaignId}/p/01-capacity.wire.jsonl.gz`, "--evidence", "evidence")).code
    ).toBe(0);
    expect(await run("derive", file, "--request", "p/01-capacity#9")).toMatchObject({code: 2, out: ""});
  });
  it("reads a plain .jsonl whose last line is cut, and shows control characters of a model as text", async () => {
    const lines = [
      ["a/01-x#0", 1_000_000, 'data: {"choices":[{"index":0,"delta":{"content":"\\u001b[2J"}}]}\n\n'],
      ["a/01-x#0", 2_000_000, "data: [DONE]\n\n"]
    ];
    await writeFile(join(home, "x.jsonl"), `${lines.map((l) => `${JSON.stringify(l)}\n`).join("")}["a/01`);
    const {code, out} = await run("derive", "x.jsonl");
    expect(code).toBe(0);
    expect(out).toContain("content                  \\x1b[2J\n");
  });
  it("says of what it cannot read what and why, with exit 2", async () => {
    const bad: [string, string | Buffer][] = [
      ["empty", ""],
      ["text", "hello"],
      ["number", "5"],
      ["list", "[[1]]"],
      ["case", '{"name": "x", "frames": [[1]]}'],
      ["line", '["a",1,"x"]\nnonsense\n'],
      ["gz", Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3])]
    ];
    for (const [name, text] of bad) {
      await writeFile(join(home, name), text);
      const said = await run("derive", name, "--json");
      expect(said, name).toMatchObject({code: 2, out: ""});
      expect(said.talk, name).toMatch(/^These wire frames cannot be read: .+\n {2}where: .+\n {2}next: /);
    }
    expect(await run("derive", "nowhere")).toMatchObject({code: 2});
    expect(await run("derive", ".")).toMatchObject({code: 2});
  });
});

describe("amend", () => {
  it("makes a key pair whose private half only its owner reads, and which signs", async () => {
    const {code, out, talk} = await run("amend", "--new-key", "alice");
    expect(code).toBe(0);
    expect(talk).toContain(".config/assay/alice.pem");
    const reviewers = parseReviewers(`schema = "assay.reviewers/v1"\n${out}`, "test");
    const writer = await smallCampaign(evidence);
    const {root} = await writer.seal();
    const key = await readPrivateKey(join(home, ".config/assay/alice.pem"), {
      ...effects(),
      out: () => undefined,
      talk: () => undefined
    });
    await amendCampaign(
      writer.folder,
      {
        kind: "review",
        decision_sha256: "0".repeat(64),
        at: "2026-01-05T00:00:00Z",
        by: "alice",
        profile: null,
        gate: null,
        reason: "read"
      },
      {key, reviewers}
    );
    const text = await readFile(join(writer.folder, "amendments.jsonl"), "utf8");
    expect(verifyAmendments(text, reviewers, root).standings[0]).toMatchObject({
      standing: "signed by alice",
      effect: true
    });
    expect(await run("amend", "--new-key", "alice")).toMatchObject({
      code: 2,
      talk: expect.stringContaining("never overwritten") as string
    });
  });
  it("appends an unsigned claim that names the root and the decision that was looked at", async () => {
    const writer = await smallCampaign(evidence);
    const {root} = await writer.seal();
    await writeFile(join(home, "reviewers.toml"), 'schema = "assay.reviewers/v1"\n');
    const said = await run(
      ...["amend", writer.campaignId, "--kind", "waiver", "--profile", "p", "--gate", "reserve", "--by", "bob"],
      ...["--reason", "enough", "--decision-sha256", "b".repeat(64), "--reviewers", "reviewers.toml", "--json"]
    );
    expect(said.code).toBe(0);
    expect(JSON.parse(said.out)).toMatchObject({
      seq: 0,
      standing: "claimed by bob, unsigned",
      effect: false,
      amendment: {root, decision_sha256: "b".repeat(64), at: "2026-01-05T00:00:00.000Z", gate: "reserve"}
    });
    expect((await run("verify", "--reviewers", "reviewers.toml")).code).toBe(0);
  });
  it("tells every fault of an amendment at once, and of a key that is none", async () => {
    const {code, talk} = await run("amend", "2026-01-02-x", "--kind", "wish", "--gate", "luck", "--at", "now");
    expect(code).toBe(2);
    for (const fault of ["--kind is one of", "--by NAME", "--reason TEXT", "--gate is one of", "--at is an RFC 3339"])
      expect(talk).toContain(fault);
    expect((await run("amend", "x", "--kind", "waiver", "--by", "a", "--reason", "b")).talk).toContain(
      "a waiver names"
    );
    await writeFile(join(home, "key.pem"), "secret-material");
    const bad = await run("amend", "x", "--kind", "review", "--by", "a", "--reason", "b", "--key", "key.pem");
    expect(bad).toMatchObject({code: 2, talk: expect.stringContaining("not a private key") as string});
    expect(bad.talk).not.toContain("secret-material");
    expect(await run("amend")).toMatchObject({code: 2});
  });
});
