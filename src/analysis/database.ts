import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {DuckDBConnection, DuckDBInstance, type DuckDBValue} from "@duckdb/node-api";
import {nearestName} from "../metrics/names/nearestName.js";
import {Problem} from "../schema/problem.js";
import {TABLES} from "../schema/tables.js";
import {campaignRows} from "./campaignRows.js";
import {viewParquet} from "./insertParquet.js";
import {insertRows, type Row} from "./insertRows.js";
import {GPU_LINES, REPORTED_LINES, REQUEST_LINES, SERVER_LINES} from "./lineKinds.js";
import {loadLines, type LineFile} from "./loadLines.js";
import {plainRows} from "./plainRows.js";
import {readCampaign, type LoadedCampaign} from "./readCampaign.js";
import {createKeptViews} from "./views.js";

/** The evidence of some campaigns in an in-memory DuckDB: the tables and views of section 8.1. */
export interface Database {
  connection: DuckDBConnection;
  campaigns: LoadedCampaign[];
  /** What could not be read, of all campaigns. */
  problems: Problem[];
  /** Plain rows: integers as numbers, times as RFC 3339 text, lists as arrays. Parameters: `$name`, or `$1` by position. */
  query<T extends object = Row>(sql: string, params?: Record<string, DuckDBValue> | DuckDBValue[]): Promise<T[]>;
  /** Adds rows to a loaded table; absent columns are null. */
  insert(table: string, rows: Row[]): Promise<void>;
  /** The loaded records of one campaign; a Problem with the nearest name when there is none. */
  campaign(campaignId: string): LoadedCampaign;
  close(): void;
}

/**
 * Loads the campaigns below `evidenceDir` (all, or those named). A campaign that cannot be read is told in
 * `problems` and the rest is loaded; it throws a Problem when nothing is left, or when a named campaign is the broken one.
 * `requestsFrom`: the folder of an export, whose Parquet, read where it lies, stands for their request lines. `connection`: to an empty
 * database that the caller closes; by default a new one, which goes with `close`.
 */
export async function openDatabase(
  evidenceDir: string,
  options: {campaigns?: string[]; requestsFrom?: string; connection?: DuckDBConnection} = {}
): Promise<Database> {
  const {campaigns, problems} = await readCampaigns(evidenceDir, options.campaigns);
  const database = await emptyDatabase(options.connection);
  const {connection} = database;
  for (const loaded of campaigns) {
    for (const [table, rows] of Object.entries(campaignRows(loaded))) await insertRows(connection, table, rows);
    problems.push(...loaded.problems);
  }
  const files = (names: (loaded: LoadedCampaign) => string[]): LineFile[] =>
    campaigns.flatMap((loaded) =>
      names(loaded).map((file) => ({campaignId: loaded.campaignId, path: join(loaded.folder, file), file}))
    );
  if (options.requestsFrom !== undefined) {
    const ids = campaigns.map((loaded) => loaded.campaignId);
    await viewParquet(connection, options.requestsFrom, "requests", ids);
  }
  problems.push(
    ...(await loadLines(
      connection,
      REQUEST_LINES,
      files((loaded) => (options.requestsFrom === undefined ? loaded.requestFiles : []))
    )),
    ...(await loadLines(
      connection,
      GPU_LINES,
      files(() => ["telemetry/gpu.jsonl"])
    )),
    ...(await loadLines(
      connection,
      SERVER_LINES,
      files(() => ["telemetry/server.jsonl"])
    )),
    ...(await loadLines(
      connection,
      REPORTED_LINES,
      files(() => ["reported.jsonl"])
    ))
  );
  await createKeptViews(connection);
  return {...database, campaigns, problems, campaign: (id) => named(campaigns, id)};
}

/**
 * A DuckDB that holds nothing yet, with a thread a core. `small`: for tables of a few thousand rows, where one thread alone
 * costs a third less CPU. It counts as three: to fewer DuckDB gives 2 MiB for every aggregate to begin with, else an eighth of it.
 */
export function startEngine({small = false} = {}): Promise<DuckDBInstance> {
  return DuckDBInstance.create(":memory:", {
    // Evidence is read once: keeping its bytes would take as much memory as they are, and as long as reading them.
    enable_external_file_cache: "false",
    ...(small ? {threads: "3", external_threads: "3"} : {})
  });
}

/** A database with the tables of section 8.1 and nothing in them: behind the connection that is given, which its giver closes, else an own one. */
export async function emptyDatabase(
  given?: DuckDBConnection
): Promise<Omit<Database, "campaigns" | "problems" | "campaign">> {
  const engine = given ? null : await startEngine();
  const connection = given ?? (await DuckDBConnection.create(engine ?? undefined));
  for (const {name, columns} of TABLES)
    await connection.run(`create table "${name}" (${columns.map((c) => `"${c.name}" ${c.type}`).join(", ")})`);
  return {
    connection,
    query: async <T extends object>(sql: string, params?: Record<string, DuckDBValue> | DuckDBValue[]) =>
      plainRows(await connection.runAndReadAll(sql, params)) as T[],
    insert: (table, rows) => insertRows(connection, table, rows),
    close: () => {
      if (engine === null) return;
      connection.closeSync();
      engine.closeSync();
    }
  };
}

async function readCampaigns(
  evidenceDir: string,
  wanted: string[] | undefined
): Promise<{campaigns: LoadedCampaign[]; problems: Problem[]}> {
  let folders: string[];
  try {
    const entries = await readdir(evidenceDir, {withFileTypes: true});
    folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).map((entry) => entry.name);
  } catch (error) {
    throw new Problem("EVIDENCE_MISSING", "The evidence folder cannot be read", {
      where: evidenceDir,
      why: (error as NodeJS.ErrnoException).code ?? String(error),
      next: "name a folder of campaigns with --evidence, or fill one with `npm run import` or `npm run loaders`",
      cause: error
    });
  }
  for (const name of wanted ?? []) if (!folders.includes(name)) throw unknownCampaign(name, folders);
  const campaigns: LoadedCampaign[] = [];
  const problems: Problem[] = [];
  for (const name of (wanted ?? folders).sort()) {
    try {
      campaigns.push(await readCampaign(join(evidenceDir, name)));
    } catch (error) {
      if (!(error instanceof Problem) || wanted) throw error;
      problems.push(error);
    }
  }
  if (campaigns.length > 0) return {campaigns, problems};
  if (problems[0]) throw problems[0];
  throw new Problem("EVIDENCE_EMPTY", "The folder holds no campaign", {
    where: evidenceDir,
    why: "no folder in it has a campaign.json",
    next: "fill it with `npm run import -- PATH` or `npm run loaders`, or name another one with --evidence"
  });
}

function named(campaigns: LoadedCampaign[], id: string): LoadedCampaign {
  const found = campaigns.find((loaded) => loaded.campaignId === id);
  if (found) return found;
  throw unknownCampaign(
    id,
    campaigns.map((loaded) => loaded.campaignId)
  );
}

/** The Problem for a campaign that is not there, with the nearest name. */
function unknownCampaign(id: string, known: string[]): Problem {
  const near = nearestName(id, known);
  return new Problem("CAMPAIGN_UNKNOWN", `There is no campaign "${id}"`, {
    next: near ? `did you mean "${near}"?` : known.length ? `there are: ${known.join(", ")}` : "import or run one first"
  });
}
