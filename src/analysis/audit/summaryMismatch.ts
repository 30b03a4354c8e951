import {told, type Rule, type Seen} from "./rule.js";
import {count} from "./say.js";
import type {Mismatch} from "./summaryMismatch/mismatch.js";
import {stageMismatches} from "./summaryMismatch/stageClaims.js";
import {statementMismatches} from "./summaryMismatch/statementClaims.js";

export const summaryMismatch: Rule = {
  id: "summary-mismatch",
  severity: "note",
  title: "A reported number does not recompute",
  why: "A summary that its own requests do not give was made of other requests, by another formula, or by hand.",
  fires:
    "a reported statistic differs from the one over the file's own requests, with the tool's own percentile, by more than its printed digits; or a number in a decision summary is none that the evidence gives for what it names",
  settle: "Ask for the requests behind the number; use the recomputed one.",
  async run(context) {
    const off = [...(await stageMismatches(context)), ...(await statementMismatches(context))];
    const places = new Map<string, Mismatch[]>();
    for (const m of off) {
      const key = JSON.stringify([m.profile, m.stage, m.file]);
      places.set(key, [...(places.get(key) ?? []), m]);
    }
    return told([...places.values()].map(seen));
  }
};

/** Figures that a finding names one by one; a file whose every number is off need not be copied into it. */
const NAMED = 12;

function seen(here: Mismatch[]): Seen {
  const named = here
    .slice(0, NAMED)
    .map((m) => `${m.name} at ${m.json_path} of ${m.file} says ${m.said}, recomputed ${m.recomputed}`);
  const more = here.length > NAMED ? `; and ${here.length - NAMED} more` : "";
  return {
    profile: here[0]?.profile ?? null,
    stage: here[0]?.stage ?? null,
    detail: `${count(here.length, "reported figure")} ${here.length === 1 ? "does" : "do"} not recompute: ${named.join("; ")}${more}.`,
    metrics: [...new Set(here.map(({metric}) => metric))],
    files: [...new Set(here.map(({file}) => file))]
  };
}
