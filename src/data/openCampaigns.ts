import {readdir} from "node:fs/promises";
import {crossCheck} from "../analysis/crossCheck.js";
import {openDatabase, startEngine, type Database} from "../analysis/database.js";
import {decide} from "../analysis/decide.js";
import {prepare} from "../analysis/prepare.js";
import {Problem} from "../schema/problem.js";
import type {EvidenceSource} from "./evidenceSource.js";

/** A campaign that is opened when its turn comes; `read` gets it compared and audited, and it is closed after. */
export type Campaign = <T>(read: (source: EvidenceSource) => Promise<T>) => Promise<T | null>;

/**
 * The campaigns of a folder, each in a database of its own (and of one engine): the views join within a campaign, so that fifty campaigns cost
 * fifty times one. One that cannot be read resolves to null. What cannot be read is told to `problem`, one sentence each.
 */
export async function openCampaigns(evidenceDir: string, problem: (sentence: string) => void): Promise<Campaign[]> {
  const tell = (p: Problem) => problem(p.where === null ? p.message : `${p.message} (${p.where})`);
  const names = await folders(evidenceDir);
  // Starting an engine and ending it takes a tenth of what a campaign does.
  const engine = await startEngine({small: true});
  return names.map((name, i) => async (read) => {
    const connection = await engine.connect();
    await connection.run(`attach ':memory:' as campaign_${i}; use campaign_${i}`);
    try {
      const db = await openDatabase(evidenceDir, {campaigns: [name], connection}).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        tell(error);
        return null;
      });
      const loaded = db?.campaigns[0];
      if (!db || !loaded) return null;
      db.problems.forEach(tell);
      await prepare(db, loaded.campaignId);
      return await read(source(db, loaded.campaignId, loaded.folder));
    } finally {
      await connection.run(`use memory; detach campaign_${i}`);
      connection.closeSync();
    }
  });
}

/** Throws the Problem that says why a folder holds no campaign, and what to do next. */
export async function requireCampaigns(evidenceDir: string): Promise<void> {
  (await openDatabase(evidenceDir)).close();
}

async function folders(evidenceDir: string): Promise<string[]> {
  const entries = await readdir(evidenceDir, {withFileTypes: true}).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map((entry) => entry.name)
    .sort();
}

const source = (db: Database, campaignId: string, folder: string): EvidenceSource => ({
  campaignId,
  folder,
  query: <T extends object>(sql: string, params?: Record<string, string>) => db.query<T>(sql, params),
  decide: async () => {
    const decision = await decide(db, campaignId);
    await crossCheck(db, decision);
    return decision;
  }
});
