import type {ComparisonResult, Finding} from "../../schema/decision.js";
import type {Policy} from "../../schema/policy.js";
import {holm} from "../statistics/index.js";
import {draft, judged, type Draft, type Spec} from "./draft.js";
import type {EvidenceSource} from "./evidenceSource.js";
import {protectedWords} from "./protectedWords.js";
import {result} from "./result.js";
import {unplannedPairs} from "./unplannedPairs.js";

/**
 * Every comparison of a campaign: those of its plan, else the pairs that an import matches. Two passes make sense:
 * without findings first, and again with the audit's, which take rows out (the second figure) or end a comparison.
 */
export async function compare(
  db: EvidenceSource,
  campaignId: string,
  policy: Policy,
  options: {findings?: readonly Finding[]} = {}
): Promise<ComparisonResult[]> {
  const {record} = db.campaign(campaignId);
  const planned = record.comparisons;
  const specs = planned.length > 0 || record.origin === "captured" ? planned : await unplannedPairs(db, campaignId);
  const drafts: Draft[] = [];
  for (const spec of specs) drafts.push(await draft(db, campaignId, spec, options.findings ?? []));
  const moved = drafts.some((d) => d.floor?.moved === true);
  const results: ComparisonResult[] = [];
  for (const primary of [true, false]) {
    // The plan's primary comparisons are a family; what is looked at beside them pays for all.
    const family = primary ? drafts.filter((d) => d.spec.primary) : drafts;
    const adjusted = holm(family.map((d) => (d.obstacle === null ? judged(d).said.p : null)));
    for (const [i, d] of family.entries()) {
      if (d.spec.primary !== primary) continue;
      const context = {holm_p: adjusted[i] ?? null, family: family.length, alpha: policy.alpha, moved};
      results.push({
        ...(await result(db, d, context)),
        protected: d.obstacle === null ? await protectedWords(db, campaignId, d.spec) : unprotected(d.spec)
      });
    }
  }
  return specs.flatMap((spec) => results.filter((r) => r.comparison_id === spec.comparison_id));
}

const unprotected = (spec: Spec): ComparisonResult["protected"] =>
  spec.protected.map(({metric, loss}) => ({metric, loss, word: "cannot tell", lo: null, hi: null}));
