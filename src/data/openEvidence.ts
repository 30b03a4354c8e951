import {crossCheck} from "../analysis/crossCheck.js";
import {openDatabase} from "../analysis/database.js";
import {decide} from "../analysis/decide.js";
import {prepareAll} from "../analysis/prepare.js";
import {RULES} from "../analysis/audit/rules.js";
import {VIEWS, viewText} from "../analysis/views.js";
import {CATALOGUE} from "../metrics/catalogue.js";
import type {EvidenceSource} from "./evidenceSource.js";
import type {Method} from "./methodPage.js";

export interface OpenedEvidence {
  source: EvidenceSource;
  /** What could not be read, one sentence each. */
  problems: string[];
  method: Method;
  close(): void;
}

/** Opens the evidence as the pages need it: one database, every campaign compared and audited before the first table is written. `decide` throws when a second implementation does not recompute a value. */
export async function openEvidence(evidenceDir: string): Promise<OpenedEvidence> {
  const db = await openDatabase(evidenceDir);
  await prepareAll(db);
  const views = await Promise.all(VIEWS.map(async (name) => ({name, sql: await viewText(name)})));
  return {
    source: {
      evidenceDir,
      campaigns: db.campaigns.map((c) => c.campaignId),
      query: <T extends object>(sql: string, params?: Record<string, string>) => db.query<T>(sql, params),
      decide: async (campaignId) => {
        const decision = await decide(db, campaignId);
        await crossCheck(db, decision);
        return decision;
      },
      views
    },
    problems: db.problems.map((p) => (p.where === null ? p.message : `${p.message} (${p.where})`)),
    method: {metrics: CATALOGUE, rules: RULES, views},
    close: () => db.close()
  };
}
