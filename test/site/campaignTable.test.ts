import {expect, it} from "vitest";
import {campaignTable} from "../../src/data/html/campaignTable.js";
import {openDatabase} from "../../src/analysis/database.js";
import {decide} from "../../src/analysis/decide.js";
import type {Decision} from "../../src/schema/decision.js";

const facts = {origin: "captured", question: null, simulated: true, time_scale: null, started_at: null, tool: null};
const text = (decision: Decision) =>
  campaignTable([{decision, facts}])
    .source.replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

it("shows a campaign's first rate that no finding invalidates, with its basis, and none where all are", async () => {
  const db = await openDatabase("evidence", {campaigns: ["2026-11-30-rehearsal"]});
  try {
    const decision = await decide(db, "2026-11-30-rehearsal");
    const value = decision.values.find((v) => v.id === "adaptive-131k/03-capacity-4k-c1/decode_tok_s_p50");
    if (!value) throw new Error("the rehearsal has no such value");
    expect(text({...decision, findings: []})).toContain("adaptive-131k, 03-capacity-4k-c1");
    expect(text({...decision, findings: []})).toContain("usage-continuous");
    const finding = {
      rule: "implausible",
      severity: "invalidates" as const,
      detail: "",
      why: "",
      settle: "",
      metrics: [],
      request_ids: [],
      files: [],
      profile: "adaptive-131k",
      stage: "03-capacity-4k-c1"
    };
    const alone = {...decision, values: [{...value, findings: ["implausible"]}], findings: [finding]};
    expect(text(alone as unknown as Decision)).toContain("no sound figure");
    expect(text({...alone, findings: [{...finding, severity: "weakens"}]} as unknown as Decision)).toContain(
      "03-capacity"
    );
  } finally {
    db.close();
  }
});
