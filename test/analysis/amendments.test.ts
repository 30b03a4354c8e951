import {generateKeyPairSync} from "node:crypto";
import {appendFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {openDatabase} from "../../src/analysis/database.js";
import {decide} from "../../src/analysis/decide.js";
import {chainLines} from "../../src/metrics/sealed/chainLines.js";
import {signAmendment} from "../../src/metrics/sealed/signAmendment.js";
import type {Amendment} from "../../src/schema/journal.js";
import {CAMPAIGN, stage} from "./support/evidence.js";
import {reading, wholeCampaign} from "./support/wholeCampaign.js";

const ROOT = "a".repeat(64);
const {privateKey, publicKey} = generateKeyPairSync("ed25519");
const reviewers = {alice: {public_key: publicKey.export({format: "der", type: "spki"}).toString("base64")}};

const amendment = (fields: Partial<Amendment>): Amendment => ({
  kind: "waiver",
  campaign_id: CAMPAIGN,
  root: ROOT,
  decision_sha256: "b".repeat(64),
  at: "2026-01-03T12:00:00Z",
  by: "alice",
  profile: "alpha",
  gate: "reserve",
  reason: "this host has no other work",
  ...fields
});

/** A campaign that is short of memory, with amendments (signed or not) in a chain. */
async function amended(...entries: {what: Amendment; signed: boolean}[]): Promise<string> {
  const folder = await wholeCampaign({
    "alpha/06-reserve.json": stage("06-reserve", "reserve", {reserve: [reading("0", 2101)]}),
    "manifest.json": {
      schema: "assay.manifest/v1",
      campaign_id: CAMPAIGN,
      sealed_at: "2026-01-02T05:00:00Z",
      previous_root: null,
      files: [],
      root: ROOT
    }
  });
  const path = join(folder, CAMPAIGN, "amendments.jsonl");
  const chain: {text: string; seq: number; prev: string}[] = [];
  for (const {what, signed} of entries) {
    const place = {seq: chain.length, prev: chainLines(chain).head};
    const text = JSON.stringify(signAmendment(what, place, signed ? privateKey : null));
    chain.push({text, ...place});
    await appendFile(path, `${text}\n`);
  }
  return folder;
}

async function decided(folder: string, asOf?: string, now = "2026-01-04T00:00:00Z") {
  const db = await openDatabase(folder);
  try {
    const options = {reviewers, ...(asOf === undefined ? {} : {asOf})};
    return await decide(db, CAMPAIGN, options, {now: () => new Date(now)});
  } finally {
    db.close();
  }
}

describe("amendments", () => {
  it("a signed waiver changes the outcome from its time on, and the record of the gate stays", async () => {
    const folder = await amended({what: amendment({}), signed: true});
    const after = await decided(folder);
    expect(after.profiles).toMatchObject([{outcome: "verified"}]);
    expect(after.selected).toBe("alpha");
    expect(after.gates.find((g) => g.gate === "reserve")?.verdict).toBe("fail");
    expect(after.amendments).toMatchObject([{standing: "signed by alice", effect: true}]);
    const before = await decided(folder, "2026-01-03T11:59:00Z");
    expect(before.profiles).toMatchObject([{outcome: "policy-infeasible"}]);
    expect(before.amendments).toEqual([]);
    const never = await decided(await amended());
    expect({...before, as_of: null}).toEqual(never);
  });

  it("a waiver of the future is shown, and counts from its own time on", async () => {
    const folder = await amended({what: amendment({}), signed: true});
    const early = await decided(folder, undefined, "2026-01-03T11:59:59Z");
    expect(early.profiles).toMatchObject([{outcome: "policy-infeasible"}]);
    expect(early.amendments).toMatchObject([
      {standing: "signed by alice, counts from 2026-01-03T12:00:00Z", effect: false}
    ]);
    expect(early.as_of).toBeNull();
    expect((await decided(folder, undefined, "2026-01-03T12:00:00Z")).profiles).toMatchObject([{outcome: "verified"}]);
    // Whoever asks for a time gets that time, whatever the clock says.
    expect((await decided(folder, "2027-01-01T00:00:00Z", "2026-01-01T00:00:00Z")).selected).toBe("alpha");
  });

  it("an authorisation of the future authorises nothing yet", async () => {
    const later = amendment({kind: "authorisation", gate: null, at: "2026-02-01T00:00:00Z"});
    const folder = await amended({what: amendment({}), signed: true}, {what: later, signed: true});
    expect((await decided(folder)).promotion_authorized).toBe(false);
    expect((await decided(folder, undefined, "2026-02-01T00:00:00Z")).promotion_authorized).toBe(true);
  });

  it("an unsigned waiver is shown as a claim and has no effect", async () => {
    const decision = await decided(await amended({what: amendment({}), signed: false}));
    expect(decision.profiles).toMatchObject([{outcome: "policy-infeasible"}]);
    expect(decision.amendments).toMatchObject([{standing: "claimed by alice, unsigned", effect: false}]);
  });

  it("an edited waiver loses its effect, and so does everything beside it", async () => {
    const folder = await amended({what: amendment({}), signed: true});
    const edited = amendment({reason: "another reason"});
    const line = signAmendment(amendment({}), {seq: 0, prev: "0".repeat(64)}, privateKey);
    const payload = signAmendment(edited, {seq: 0, prev: "0".repeat(64)}, null).payload;
    await writeFile(join(folder, CAMPAIGN, "amendments.jsonl"), `${JSON.stringify({...line, payload})}\n`);
    const decision = await decided(folder);
    expect(decision.profiles).toMatchObject([{outcome: "policy-infeasible"}]);
    expect(decision.amendments[0]?.effect).toBe(false);
  });

  it("promotion is authorised by a signed authorisation alone", async () => {
    const authorisation = amendment({kind: "authorisation", gate: null});
    const waived = {what: amendment({}), signed: true};
    const claimed = await decided(await amended(waived, {what: authorisation, signed: false}));
    expect([claimed.promotion_authorized, claimed.labels.decision]).toEqual([false, ["verified", "no-promotion"]]);
    const signed = await decided(await amended(waived, {what: authorisation, signed: true}));
    expect([signed.promotion_authorized, signed.labels.decision]).toEqual([true, ["verified"]]);
    expect(signed.verdict.sentence).toMatch(/^The alpha profile is verified; promotion is authorised/);
  });

  it("refuses a time that is none", async () => {
    await expect(decided(await amended(), "yesterday")).rejects.toMatchObject({code: "AS_OF", exitCode: 2});
  });
});
