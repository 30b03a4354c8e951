import type {Decision} from "../schema/decision.js";
import {Problem} from "../schema/problem.js";
import {recountedGates} from "./crossCheck/recountedGates.js";
import {recountedOutcomes} from "./crossCheck/recountedOutcomes.js";
import {recountedValues} from "./crossCheck/recountedValues.js";
import type {Database} from "./database.js";

/** Largest relative difference between the views and the second implementation. */
export const TOLERANCE = 1e-12;

/**
 * Recomputes what a decision publishes a second time, from the loaded records and `src/metrics` (arquero, no views), and
 * throws a Problem that names every value, gate or outcome that differs by more than 1e-12 relative. Resolves to how many agreed.
 */
export async function crossCheck(db: Database, decision: Decision): Promise<number> {
  const loaded = db.campaign(decision.campaign_id);
  const differences: string[] = [];
  const values = await recountedValues(db, loaded);
  for (const {id, value} of decision.values) {
    const second = values.get(id);
    if (second === undefined) differences.push(`${id}: published as ${value ?? "null"}, the second has no such value`);
    else if (!agree(value, second)) differences.push(`${id}: ${value ?? "null"} against ${second ?? "null"}`);
  }
  const gates = recountedGates(loaded, await requestRows(db, decision.campaign_id));
  for (const {profile, gate, value} of decision.gates) {
    const second = gates.get(`${profile}/${gate}`);
    if (second !== undefined && !agree(value, second))
      differences.push(`gate ${gate} of ${profile}: ${value ?? "null"} against ${second ?? "null"}`);
  }
  for (const {profile, outcome, second} of recountedOutcomes(decision))
    if (outcome !== second) differences.push(`outcome of ${profile}: ${outcome} against ${second}`);
  if (differences.length === 0) return decision.values.length;
  throw new Problem("CROSS_CHECK", "The views and the second implementation disagree, so nothing is published", {
    where: decision.campaign_id,
    why: differences.join("; "),
    next: "find out which of the two is wrong: src/analysis/sql or src/metrics",
    exitCode: 1
  });
}

function agree(first: number | null, second: number | null): boolean {
  if (first === null || second === null) return first === second;
  return Math.abs(first - second) <= TOLERANCE * Math.max(Math.abs(first), Math.abs(second));
}

const requestRows = (db: Database, campaignId: string) =>
  db.query<{profile: string; stage: string; status: string; phase: string}>(
    "select profile, stage, status, phase from requests where campaign_id = $1",
    [campaignId]
  );
