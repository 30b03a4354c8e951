import {armFacts} from "./armFacts.js";
import {told, type Comparison, type Rule, type Seen} from "./rule.js";
import {inWords, pct} from "./say.js";

export const fewSamples: Rule = {
  id: "few-samples",
  severity: "weakens",
  title: "Too few samples for the claim",
  why: "Below the n that a claim needs, no exact test can reach significance, whatever the values. Requests of one boot are no independent boots: an interval over them speaks of these boots only.",
  fires:
    "2 / C(n + m, n) exceeds alpha over the family, or a request-level comparison rests on fewer than 4 v 4 boots; a note while the interval contains 1, since then nothing is claimed, and where the n carries the word but only in its scope",
  settle: "Measure at least the n v n boots that it names, with the arms in turn (ABBA).",
  async run(context) {
    const {comparisons, policy} = context;
    const family = Math.max(1, comparisons.filter((c) => c.primary).length);
    const seen: Seen[] = [];
    for (const c of comparisons) {
      if (c.min_p === null || c.ratio === null || c.lo === null || c.hi === null) continue;
      const short = c.min_p > policy.alpha / family;
      if (!short && c.unit === "boot") continue;
      const arms = await armFacts(context, c);
      const claimed = c.lo > 1 || c.hi < 1;
      seen.push({
        severity: short && claimed ? "weakens" : "note",
        comparison_id: c.comparison_id,
        profile: c.candidate,
        detail: sentence(c, short, family, Math.max(arms.baseline.boots, arms.candidate.boots)),
        metrics: [c.metric],
        request_ids: [...c.samples.baseline, ...c.samples.candidate].slice(0, 200).map((s) => s.request_id),
        files: [...new Set([...arms.baseline.files, ...arms.candidate.files])]
      });
    }
    return told(seen);
  }
};

function sentence(c: Comparison, short: boolean, family: number, boots: number): string {
  const unit = c.unit === "boot" ? "boots" : `requests in ${inWords(boots)} ${boots === 1 ? "boot" : "boots"} an arm`;
  const attainable = `the smallest attainable p is ${shown(c.min_p ?? 1)}`;
  const needed = `${inWords(family)} ${family === 1 ? "comparison needs" : "comparisons need"} ${c.needs} v ${c.needs}`;
  const reach = short
    ? `${attainable}, and ${needed}`
    : `${attainable}, but no boots were compared, and ${needed} of those`;
  return `${c.n_baseline} v ${c.n_candidate} ${unit}: ${reach}. The ratio is ${c.ratio} in [${c.lo}, ${c.hi}] at a coverage of ${pct(c.coverage ?? 0)}, scope "${c.scope}".`;
}

const shown = (p: number): string => (p >= 0.01 ? p.toFixed(2) : p.toPrecision(2));
