import type {Finding} from "../schema/decision.js";
import {appliedAmendments} from "./appliedAmendments.js";
import {auditReport, type CannotTell} from "./audit/index.js";
import {acrossTools, compare} from "./comparisons/index.js";
import type {Database} from "./database.js";
import type {Comparison} from "./facts.js";

/** What the comparisons and the audit say of a campaign. */
export interface Judged {
  comparisons: Comparison[];
  findings: Finding[];
  /** Rules that could not judge, and why. */
  cannotTell: CannotTell[];
}

const done = new WeakMap<Database, Map<string, Promise<Judged>>>();

/**
 * Compares and audits a campaign once per database, and fills the tables `comparisons` and `findings` with it.
 * The audit sees the comparisons without findings; the comparisons are then made again with the audit's, which take rows out.
 */
export function prepare(db: Database, campaignId: string): Promise<Judged> {
  const campaigns = done.get(db) ?? new Map<string, Promise<Judged>>();
  done.set(db, campaigns);
  const judged = campaigns.get(campaignId) ?? judge(db, campaignId);
  campaigns.set(campaignId, judged);
  return judged;
}

/** Prepares every campaign of the database, one after another, with the waivers that count. */
export async function prepareAll(db: Database): Promise<void> {
  for (const loaded of db.campaigns) {
    await prepare(db, loaded.campaignId);
    await appliedAmendments(db, loaded, {});
  }
}

async function judge(db: Database, campaignId: string): Promise<Judged> {
  const {policy} = db.campaign(campaignId);
  // A source of its own, so that what the comparisons keep of it goes when they are made.
  const source = {query: db.query, campaign: db.campaign};
  const first = await compare(source, campaignId, policy);
  const {findings, cannot_tell: cannotTell} = await auditReport(db, campaignId, policy, first);
  const comparisons = [
    ...(await compare(source, campaignId, policy, {findings})),
    ...(await acrossTools(db, campaignId, policy.alpha))
  ];
  await db.insert(
    "findings",
    findings.map((finding) => ({campaign_id: campaignId, ...finding}))
  );
  await db.insert(
    "comparisons",
    comparisons.map((comparison) => ({campaign_id: campaignId, ...comparison}))
  );
  return {comparisons, findings, cannotTell};
}
