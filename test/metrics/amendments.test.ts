import {generateKeyPairSync} from "node:crypto";
import {describe, expect, it} from "vitest";
import {canonicalJson} from "../../src/metrics/sealed/canonicalJson.js";
import {CHAIN_START, chainLines} from "../../src/metrics/sealed/chainLines.js";
import {AMENDMENT_TYPE, dssePae} from "../../src/metrics/sealed/dssePae.js";
import {sha256} from "../../src/metrics/sealed/sha256.js";
import {signAmendment} from "../../src/metrics/sealed/signAmendment.js";
import {verifyAmendments} from "../../src/metrics/sealed/verifyAmendments.js";
import type {Amendment, AmendmentLine} from "../../src/schema/journal.js";

const pair = generateKeyPairSync("ed25519");
const other = generateKeyPairSync("ed25519");
const spki = pair.publicKey.export({type: "spki", format: "der"}).toString("base64");
const root = "b".repeat(64);
const amendment: Amendment = {
  kind: "waiver",
  campaign_id: "2026-01-01-x",
  root,
  decision_sha256: "a".repeat(64),
  at: "2026-01-03T00:00:00Z",
  by: "alice",
  profile: "p",
  gate: "reserve",
  reason: "genügt"
};
/** Lines of a good chain, each made of an amendment and its key. */
function chained(...entries: [Partial<Amendment>, typeof pair.privateKey | null][]): AmendmentLine[] {
  let prev = CHAIN_START;
  return entries.map(([over, key], seq) => {
    const line = signAmendment({...amendment, ...over}, {seq, prev}, key);
    prev = sha256(JSON.stringify(line));
    return line;
  });
}
const textOf = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");
const read = (text: string, reviewer: object = {}, campaign: string | null = null) =>
  verifyAmendments(text, {alice: {public_key: spki, ...reviewer}}, root, campaign);
const worth = (text: string, reviewer?: object, campaign?: string) =>
  read(text, reviewer, campaign).standings.map((s) => [s.standing, s.effect]);
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("what is hashed and signed", () => {
  it("is the canonical JSON: keys in order, no blanks; what has no JSON form is refused", () => {
    expect(canonicalJson({b: [1, "ü"], a: null})).toBe('{"a":null,"b":[1,"ü"]}');
    expect(() => canonicalJson(undefined)).toThrow(new TypeError("this value has no JSON form"));
  });
  it("is hashed with SHA-256, in hex", () => {
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256(Buffer.from("ü"))).toBe(sha256("ü"));
  });
  it("is signed in the pre-authentication encoding of DSSE, lengths in bytes", () => {
    expect(dssePae("http://example.com/HelloWorld", Buffer.from("hello world")).toString()).toBe(
      "DSSEv1 29 http://example.com/HelloWorld 11 hello world"
    );
    expect(dssePae("tüp", Buffer.from("ü")).toString()).toBe("DSSEv1 4 tüp 2 ü");
    expect(AMENDMENT_TYPE).toBe("application/vnd.assay.amendment+json");
  });
});

describe("chainLines", () => {
  const line = (text: string, seq: number, prev: string) => ({text, seq, prev});
  it("takes lines that count from 0 and name the hash of the line before", () => {
    const good = [line("a", 0, CHAIN_START), line("b", 1, sha256("a"))];
    expect(chainLines(good)).toEqual({head: sha256("b"), problems: []});
    expect(chainLines([])).toEqual({head: "0".repeat(64), problems: []});
  });
  it("names each line that has another number or follows another line", () => {
    expect(chainLines([line("a", 1, CHAIN_START), line("b", 1, CHAIN_START)])).toEqual({
      head: sha256("b"),
      problems: ["line 1 has number 1", "line 2 does not follow the line before it"]
    });
  });
});

describe("signAmendment", () => {
  it("writes the envelope, with a signature in the amender's name or as a claim", () => {
    const [claim] = chained([{}, null]);
    expect(claim).toEqual({
      schema: "assay.amendment/v1",
      seq: 0,
      prev: CHAIN_START,
      payload_type: AMENDMENT_TYPE,
      payload: base64(canonicalJson(amendment)),
      signatures: []
    });
    const [signed] = chained([{}, pair.privateKey]);
    expect(signed).toEqual({...claim, signatures: [{keyid: "alice", sig: signed?.signatures[0]?.sig}]});
    expect(Buffer.from(signed?.signatures[0]?.sig ?? "", "base64")).toHaveLength(64);
  });
});

describe("the standing of an amendment", () => {
  it("has an effect by a good signature of the one it names, and none as a claim", () => {
    const lines = chained([{}, pair.privateKey], [{by: "bob"}, null]);
    expect(read(textOf(lines))).toEqual({
      standings: [
        {seq: 0, amendment, standing: "signed by alice", effect: true},
        {seq: 1, amendment: {...amendment, by: "bob"}, standing: "claimed by bob, unsigned", effect: false}
      ],
      head: sha256(JSON.stringify(lines[1])),
      problems: []
    });
    expect(read("")).toEqual({standings: [], head: CHAIN_START, problems: []});
  });
  it.each([
    ["an unknown name", {by: "mallory"}, {}, "claimed by mallory, whose key is not in configs/reviewers.toml"],
    ["a name of every object", {by: "toString"}, {}, "claimed by toString, whose key is not in configs/reviewers.toml"],
    ["another seal", {root: "c".repeat(64)}, {}, `signed by alice for another seal (root ${"c".repeat(64)})`],
    [
      "a key that is none",
      {},
      {public_key: "none"},
      "claimed by alice, whose key in configs/reviewers.toml is not an ed25519 public key"
    ]
  ])("has no effect for %s, and is no fault of the file", (_, over, reviewer, standing) => {
    const text = textOf(chained([over, pair.privateKey]));
    expect(worth(text, reviewer)).toEqual([[standing, false]]);
    expect(read(text, reviewer).problems).toEqual([]);
  });
  it("has no effect when the signature is in another name than the amendment", () => {
    const [line] = chained([{}, pair.privateKey]);
    const renamed = {...line, signatures: [{...line?.signatures[0], keyid: "bob"}]};
    expect(worth(textOf([renamed]))).toEqual([["claimed by alice, whose key is not in configs/reviewers.toml", false]]);
    const both = {...line, signatures: [{keyid: "bob", sig: ""}, line?.signatures[0]]};
    expect(worth(textOf([both]))).toEqual([["signed by alice", true]]);
  });
  it.each([
    [{from: "2026-01-03T00:00:00Z"}, true],
    [{from: "2026-01-03T00:00:01Z"}, false],
    [{from: "2026-01-01T00:00:00Z"}, true],
    [{until: "2026-01-03T00:00:00Z"}, false],
    [{until: "2026-01-03T00:00:01Z"}, true],
    [{until: "2026-01-01T00:00:00Z"}, false],
    [{from: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z"}, false],
    [{from: "2026-01-04T00:00:00Z", until: "2026-01-05T00:00:00Z"}, false],
    [{from: "2026-01-01T00:00:00Z", until: "2026-01-05T00:00:00Z"}, true]
  ])("counts from `from` on and before `until`: %j gives %s", (time, counts) => {
    const standing = counts ? "signed by alice" : "signed by alice outside the time of the key";
    expect(worth(textOf(chained([{}, pair.privateKey])), time)).toEqual([[standing, counts]]);
  });
  it("has no effect for another campaign than the one that is read", () => {
    const text = textOf(chained([{}, pair.privateKey]));
    expect(worth(text, {}, "2026-01-01-x")).toEqual([["signed by alice", true]]);
    expect(worth(text, {}, "2026-01-01-y")).toEqual([["signed by alice, for campaign 2026-01-01-x", false]]);
    expect(worth(textOf(chained([{}, null])), {}, "2026-01-01-x")).toEqual([["claimed by alice, unsigned", false]]);
  });
});

describe("a file of amendments that is not as it was written", () => {
  const good = chained([{}, pair.privateKey], [{reason: "two"}, pair.privateKey]);
  const lines = textOf(good).trim().split("\n");
  const problems = (text: string) => {
    const reading = read(text);
    // With any problem, no amendment has an effect.
    expect(reading.standings.every((s) => !s.effect)).toBe(true);
    return reading.problems;
  };
  it("says which line is cut, is no amendment, or is written otherwise", () => {
    expect(problems(`${lines[0]}\n${lines[1]}`)).toEqual(["line 2 is cut"]);
    expect(problems(`${lines[0]}\nnonsense\n`)).toEqual(["line 2 is not an amendment of assay.amendment/v1"]);
    for (const over of [{schema: "assay.amendment/v2"}, {payload_type: "text/plain"}])
      expect(problems(textOf([good[0] ?? {}, {...good[1], ...over}]))).toEqual([
        "line 2 is not an amendment of assay.amendment/v1"
      ]);
    const spaced = lines[1]?.replace('":', '": ') ?? "";
    expect(problems(`${lines[0]}\n${spaced}\n`)).toEqual(["line 2 is not written as Assay writes it"]);
  });
  it("says which line holds no amendment, or one that is not canonical", () => {
    const held = (payload: string) => problems(textOf([good[0] ?? {}, {...good[1], payload, signatures: []}]));
    expect(held(base64("{}"))).toEqual(["line 2 holds no amendment"]);
    expect(held(base64("nonsense"))).toEqual(["line 2 holds no amendment"]);
    expect(held(`${good[1]?.payload}!`)).toEqual(["line 2 holds no amendment"]);
    expect(held(base64(JSON.stringify(amendment)))).toEqual(["line 2 is not in canonical form"]);
  });
  it("says which signature does not fit, and which line does not follow", () => {
    const misfit = "the signature of alice does not fit: it was edited, or signed with another key";
    const forged = read(textOf(chained([{}, pair.privateKey], [{}, other.privateKey])));
    expect(forged.problems).toEqual([`line 2: ${misfit}`]);
    expect(forged.standings.map((s) => [s.standing, s.effect])).toEqual([
      ["signed by alice", false],
      [misfit, false]
    ]);
    expect(problems(`${lines[1]}\n`)).toEqual(["line 1 has number 1", "line 1 does not follow the line before it"]);
  });
});
