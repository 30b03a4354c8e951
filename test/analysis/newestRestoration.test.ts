import {describe, expect, it} from "vitest";
import {openDatabase} from "../../src/analysis/database.js";
import {newestRecord} from "../../src/analysis/newestRecord.js";
import {lines} from "./support/evidence.js";
import {restoration, wholeCampaign} from "./support/wholeCampaign.js";

const SEALED = ["incumbent.snapshot", "candidate.created", "incumbent.stopping", "incumbent.stopped", "restored"];
const journal = (events: string[]) => lines(events.map((event) => ({event, detail: {}})));

/** The restoration gate of a campaign whose every other gate passes. */
async function gateOf(over: Record<string, string | object>) {
  const db = await openDatabase(await wholeCampaign(over));
  const rows = await db.query<{verdict: string; reason: string; files: string[]}>(
    "select verdict, reason, files from gates where gate = 'restoration'"
  );
  expect(db.problems).toEqual([]);
  db.close();
  return rows[0];
}

const failed = {
  ...restoration,
  reason: "port-taken: The engine refused to start",
  restored_at: null,
  restored_by: null,
  fields: [],
  health: false,
  token_generated: false,
  candidate_gone: null,
  source_files: ["host/before.json"]
};
const second = {...restoration, source_files: ["host/before.json", "host/after.0002.json"]};

describe("the restoration that counts", () => {
  it("is the newest, also when an earlier one failed, and its own files stand behind it", async () => {
    const gate = await gateOf({
      "restoration.json": failed,
      "restoration.0002.json": second,
      "journal.jsonl": journal([...SEALED.slice(0, -1), "restore.failed", "restored"])
    });
    expect(gate).toMatchObject({
      verdict: "pass",
      files: ["restoration.0002.json", "host/before.json", "host/after.0002.json"]
    });
  });

  it("fails with its reason when the incumbent could not be brought back", async () => {
    const gate = await gateOf({"restoration.json": failed});
    expect(gate?.verdict).toBe("fail");
    expect(gate?.reason).toContain("the incumbent is not back: port-taken: The engine refused to start");
  });

  it("is none while a campaign that was restored has stopped the incumbent again", async () => {
    const gate = await gateOf({"journal.jsonl": journal([...SEALED, "candidate.created", "incumbent.stopping"])});
    expect(gate).toMatchObject({verdict: "not-run", reason: "no restoration was recorded"});
    expect((await gateOf({"journal.jsonl": journal(SEALED)}))?.verdict).toBe("pass");
  });
});

describe("newestRecord", () => {
  it("takes the highest number, the unnumbered file being the first, and no other name", () => {
    const files = ["after.json", "after.0010.json", "after.0002.json", "after.0011.json.tmp", "before.json"];
    expect(newestRecord(files, "after")).toBe("after.0010.json");
    expect(newestRecord(files, "before")).toBe("before.json");
    expect(newestRecord(files, "manifest")).toBeNull();
  });
});
