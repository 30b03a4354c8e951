import type {Finding} from "../schema/decision.js";
import type {Database} from "./database.js";
import type {HashedFile} from "./fileHashes.js";
import {touching} from "./publishedFindings.js";
import type {Value} from "./publishStages.js";
import {sqlText} from "./sqlText.js";
import {clopperPearsonLower} from "./statistics/index.js";

interface Context {
  campaignId: string;
  findings: readonly Finding[];
  hashes: (paths: string[]) => Promise<HashedFile[]>;
}

/** A figure that a gate rests on: its name, its stage, and the query of one value that gives it. */
interface Figure {
  profile: string;
  stage: string;
  name: string;
  /** The gate that it supports: what a finding would name. */
  gate: string;
  value: number | null;
  unit: string;
  n: number;
  lo: number | null;
  reason: string | null;
  view: string;
  sql: string;
  request_ids: string[];
  files: string[];
}

/** The values behind the gates: tool calls, the long prompt, graded attempts and free memory. */
export async function publishCounts(db: Database, context: Context): Promise<Value[]> {
  const figures = [
    ...(await checkFigures(db, context.campaignId)),
    ...(await attemptFigures(db, context.campaignId)),
    ...(await memoryFigures(db, context.campaignId))
  ];
  return Promise.all(
    figures.map(async ({profile, stage, name, gate, value, unit, n, lo, reason, view, sql, request_ids, files}) => ({
      id: `${profile}/${stage}/${name}`,
      name,
      value,
      unit,
      n,
      lo,
      hi: null,
      coverage: lo === null ? null : 0.95,
      basis: null,
      reason,
      findings: [
        ...new Set(
          touching(context.findings, {profile, stage, metric: gate, requestIds: request_ids}).map((f) => f.rule)
        )
      ].sort(),
      without_suspects: null,
      lineage: {view, sql, request_ids, files: await context.hashes(files)}
    }))
  );
}

const at = (campaignId: string, profile: string, stage: string): string =>
  `campaign_id = ${sqlText(campaignId)} and profile = ${sqlText(profile)} and stage = ${sqlText(stage)}`;

async function checkFigures(db: Database, campaignId: string): Promise<Figure[]> {
  const rows = await db.query<{
    profile: string;
    stage: string;
    check_id: string;
    passed: number | null;
    planned: number | null;
    measured_prompt_tokens: number | null;
    request_ids: string[];
    file: string;
    source_file: string | null;
  }>(
    `select c.profile, c.stage, check_id, passed, planned, measured_prompt_tokens, request_ids, c.file, s.source_file
     from checks as c join stages as s using (campaign_id, profile, stage)
     where campaign_id = $1 and check_id in ('tools', 'long-tools') order by 1, 2, 3`,
    [campaignId]
  );
  return rows.map((row) => {
    const {profile, stage, request_ids} = row;
    const tools = row.check_id === "tools";
    const column = tools ? "passed" : "measured_prompt_tokens";
    const value = row[column];
    return {
      profile,
      stage,
      name: tools ? "tools_passed_count" : "long_tools_prompt_tokens_value",
      gate: "preflight",
      value,
      unit: tools ? "calls" : "tokens",
      n: tools ? (row.planned ?? request_ids.length) : 1,
      lo: null,
      reason: value === null ? (tools ? "calls were not counted" : "the server's prompt count is not there") : null,
      view: "checks",
      sql: `select ${column} from checks where ${at(campaignId, profile, stage)} and check_id = ${sqlText(row.check_id)}`,
      request_ids,
      files: [row.file, ...(row.source_file === null ? [] : [row.source_file])]
    };
  });
}

async function attemptFigures(db: Database, campaignId: string): Promise<Figure[]> {
  const rows = await db.query<{
    profile: string;
    stage: string;
    kind: string;
    n: number;
    passed: number;
    tasks: number;
    tasks_failed: number;
    request_ids: string[];
    files: string[];
  }>(
    `select a.profile, a.stage, a.kind, count(*) as n, count(*) filter (where verdict = 'pass') as passed,
       count(distinct task) as tasks, count(distinct task) filter (where verdict <> 'pass') as tasks_failed,
       list(request_id order by request_id) filter (where request_id is not null) as request_ids,
       list_distinct(list_concat(list(a.file), list(s.source_file) filter (where s.source_file is not null))) as files
     from attempts as a join stages as s using (campaign_id, profile, stage)
     where campaign_id = $1 group by all order by 1, 2`,
    [campaignId]
  );
  return rows.flatMap(({profile, stage, kind, n, passed, tasks, tasks_failed, request_ids, files}) => {
    const base = {profile, stage, gate: kind, reason: null, view: "attempts", request_ids: request_ids ?? [], files};
    const here = `where ${at(campaignId, profile, stage)} and kind = ${sqlText(kind)}`;
    return [
      {
        ...base,
        name: `${kind}_passed_count`,
        value: passed,
        unit: "attempts",
        n,
        lo: null,
        sql: `select count(*) filter (where verdict = 'pass') from attempts ${here}`
      },
      {
        ...base,
        name: `${kind}_tasks_passed_share`,
        value: (tasks - tasks_failed) / tasks,
        unit: "share",
        n: tasks,
        lo: clopperPearsonLower(tasks - tasks_failed, tasks),
        sql: `select (count(distinct task) - count(distinct task) filter (where verdict <> 'pass')) / count(distinct task)::double from attempts ${here}`
      }
    ];
  });
}

async function memoryFigures(db: Database, campaignId: string): Promise<Figure[]> {
  const rows = await db.query<{
    profile: string;
    stage: string;
    cards: number;
    idle_mib: number | null;
    peak_mib: number | null;
    after_mib: number | null;
    files: string[];
  }>(
    `select r.profile, r.stage, count(*) as cards, min(idle_mib) as idle_mib, min(peak_mib) as peak_mib,
       min(after_mib) as after_mib,
       list_distinct(list_concat(list(r.file), list(s.source_file) filter (where s.source_file is not null))) as files
     from reserve_readings as r join stages as s using (campaign_id, profile, stage)
     where campaign_id = $1 group by all order by 1, 2`,
    [campaignId]
  );
  return rows.flatMap((row) =>
    (["after_mib", "peak_mib", "idle_mib"] as const).map((column) => ({
      profile: row.profile,
      stage: row.stage,
      name: `${column}_min`,
      gate: "reserve",
      value: row[column],
      unit: "MiB",
      n: row.cards,
      lo: null,
      reason: row[column] === null ? `free memory was not read ${WHEN[column]}` : null,
      view: "reserve_readings",
      sql: `select min(${column}) from reserve_readings where ${at(campaignId, row.profile, row.stage)}`,
      request_ids: [],
      files: row.files
    }))
  );
}

const WHEN = {after_mib: "after the workload", peak_mib: "while it worked", idle_mib: "before the workload"};
