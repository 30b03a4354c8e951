import {beforeAll, describe, expect, it} from "vitest";
import {crossCheck} from "../../src/analysis/crossCheck.js";
import {openDatabase} from "../../src/analysis/database.js";
import {decide} from "../../src/analysis/decide.js";
import {VIEWS, viewText, type ViewName} from "../../src/analysis/views.js";
import {CAMPAIGN, lines, request, stage} from "./support/evidence.js";
import {attempts, reading, wholeCampaign} from "./support/wholeCampaign.js";

/** One edit of a view's SQL, and what the cross-check must name. */
const EDITS: [ViewName, string, string, string][] = [
  ["request_metrics", "(t.generation_ms / 1000)", "(t.generation_ms / 1000.0001)", "decode_tok_s_p50"],
  [
    "request_metrics",
    "t.prompt_tokens / (t.prefill_ms / 1000)",
    "t.prompt_tokens / (t.prefill_ms / 999)",
    "effective_prefill_tok_s_p50"
  ],
  ["stage_summary", "quantile_disc(ttft_ms, [0.50", "quantile_disc(ttft_ms, [0.99", "ttft_ms_p50"],
  ["stage_summary", "count(*) filter (where status = 'ok') as n_ok", "count(*) as n_ok", "requests_ok_count"],
  ["stage_summary", "m.tokens / coalesce", "0.5 * m.tokens / coalesce", "output_tok_s_total"],
  ["reserve", "min(after_mib)", "max(after_mib)", "gate reserve of alpha"],
  ["gates", "filter (where a.verdict = 'pass') as passed", "as passed", "gate quality of alpha"],
  ["decisions", "when infeasible > 0 then 'policy-infeasible'", "", "outcome of alpha"]
];

describe("the cross-check", () => {
  let folder = "";
  beforeAll(async () => {
    // Nothing is equal to its neighbour, so that every edit moves something.
    const varied = (name: string, count: number) =>
      lines(
        Array.from({length: count}, (_, i) =>
          request(name, i, {
            ttft_ms: 100 + ((i * 7) % count),
            ttfo_ms: 90 + ((i * 5) % count),
            generation_ms: 900 + ((i * 11) % count),
            ...(i === 2 ? {status: "truncated" as const, finish_reason: null} : {})
          })
        )
      );
    folder = await wholeCampaign({
      "alpha/03-quality.json": stage("03-quality", "quality", {
        attempts: attempts(15, 5, {verdict: "fail", failure_class: "budget_exhausted"})
      }),
      "alpha/04-capacity-4k-c1.json": stage("04-capacity-4k-c1", "capacity", {settings: {nominal_prompt_tokens: 4096}}),
      "alpha/04-capacity-4k-c1.requests.jsonl": varied("04-capacity-4k-c1", 9),
      "alpha/06-reserve.json": stage("06-reserve", "reserve", {reserve: [reading("0", 2101), reading("1", 3487)]}),
      "alpha/07-reserve.json": stage("07-reserve", "reserve", {reserve: [reading("0", 3000), reading("1", 3500)]})
    });
  });

  it("agrees with the views as they are", async () => {
    const db = await openDatabase(folder);
    const decision = await decide(db, CAMPAIGN);
    expect(await crossCheck(db, decision)).toBe(decision.values.length);
    expect(decision.values.length).toBeGreaterThan(40);
    db.close();
  });

  it.each(EDITS)("fails and names the value when %s has %s changed by hand", async (view, was, becomes, named) => {
    const db = await openDatabase(folder);
    for (const name of [...VIEWS].reverse()) {
      const [found] = await db.query<{table_type: string}>(
        "select table_type from information_schema.tables where table_name = $1",
        [name]
      );
      await db.query(`drop ${found?.table_type === "VIEW" ? "view" : "table"} "${name}"`);
    }
    for (const name of VIEWS) {
      const text = await viewText(name);
      if (name === view) expect(text).toContain(was);
      await db.query(`create view "${name}" as ${name === view ? text.replace(was, becomes) : text}`);
    }
    await expect(crossCheck(db, await decide(db, CAMPAIGN))).rejects.toThrow(named);
    db.close();
  });
});
