import {createHash} from "node:crypto";
import {createReadStream} from "node:fs";
import {join} from "node:path";
import type {Decision} from "../schema/decision.js";
import {nearestName} from "../metrics/names/nearestName.js";
import {Problem} from "../schema/problem.js";
import type {Database} from "./database.js";
import type {Value} from "./publishStages.js";
import {wireOf, type WireSummary} from "./wireOf.js";

/** A value followed down to its bytes. */
export interface Explanation {
  value: Value;
  /** What the lineage's SQL gives now: equal to the value, or the chain is broken. */
  recomputed: number | null;
  requests: Record<string, unknown>[];
  /** `actual` is the hash of the bytes as they lie now; null when the file is gone. */
  files: {path: string; sha256: string; actual: string | null}[];
  wire: WireSummary[];
}

/** How many requests an explanation lists. */
const LISTED = 20;

/** The chain of a published value: its SQL run again, its requests, their files with hashes, their wire frames. Throws a Problem with the nearest id for one that the decision lacks. */
export async function explainValue(db: Database, decision: Decision, valueId: string): Promise<Explanation> {
  const value = decision.values.find((v) => v.id === valueId);
  if (!value) {
    const ids = decision.values.map((v) => v.id);
    const near = nearestName(valueId, ids) ?? ids.find((id) => id.endsWith(valueId.split("/").at(-1) ?? valueId));
    throw new Problem("VALUE_UNKNOWN", `The decision has no value "${valueId}"`, {
      next: near
        ? `did you mean "${near}"?`
        : "ids are <profile>/<stage>/<metric>_<stat>; see values[] of decide --json"
    });
  }
  const loaded = db.campaign(decision.campaign_id);
  const [row] = await db.query(value.lineage.sql);
  const ids = await requestsOf(db, value);
  const recomputed = Object.values(row ?? {})[0];
  return {
    value,
    recomputed: typeof recomputed === "number" ? recomputed : null,
    requests: await db.query(
      `select request_id, status, ${column(value.name)} as value, ttfo_ms, last_output_ms, prompt_tokens, output_tokens, file
       from request_metrics where campaign_id = $campaign and list_contains(string_split($ids, chr(10)), request_id)
       order by index`,
      {campaign: decision.campaign_id, ids: ids.join("\n")}
    ),
    files: await Promise.all(
      value.lineage.files.map(async (file) => ({...file, actual: await hashOf(join(loaded.folder, file.path))}))
    ),
    wire: await wireOf(loaded, ids)
  };
}

/** The first requests of a value: those that its lineage lists, or that its statement does. */
async function requestsOf(db: Database, {lineage}: Value): Promise<string[]> {
  if (lineage.requests_sql === undefined) return lineage.request_ids.slice(0, LISTED);
  const rows = await db.query<{request_id: string}>(`${lineage.requests_sql} limit ${LISTED}`);
  return rows.map((row) => row.request_id);
}

/** The column of a request that a percentile is taken of; other values rest on whole requests. */
const column = (name: string): string => /^([a-z_]+)_p(50|95)$/.exec(name)?.[1] ?? "null";

async function hashOf(path: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return hash.digest("hex");
  } catch {
    return null;
  }
}
