import {mkdir, rm, writeFile} from "node:fs/promises";
import {dirname, join} from "node:path";
import {TABLES} from "../schema/tables.js";
import {arrowStream} from "./arrowStream.js";
import {campaignPage} from "./campaignPage.js";
import {campaignRows} from "./campaignRows.js";
import {columnsOf} from "./columnsOf.js";
import {comparePage} from "./comparePage.js";
import {comparePoints} from "./comparePoints.js";
import {csv} from "./csv.js";
import type {EvidenceSource} from "./evidenceSource.js";
import {indexPage, type Listed} from "./indexPage.js";
import {methodPage, type Method} from "./methodPage.js";
import {requestPage} from "./requestPage.js";
import {sqlPage} from "./sqlPage.js";
import {writeRequests} from "./writeRequests.js";

/** What the caller tells: problems of campaigns that could not be read, and the code's own catalogues. */
export interface PagesInput {
  problems: string[];
  method: Method;
}

/**
 * Computes everything that the pages show, in one process, into `folder`: Framework's loaders only print it.
 * `static/` inside it is copied into the site as it is. Progress goes to `talk`.
 */
export async function computePages(
  source: EvidenceSource,
  input: PagesInput,
  folder: string,
  talk: (text: string) => void = () => undefined
): Promise<{campaigns: string[]}> {
  await rm(folder, {recursive: true, force: true});
  const write = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(folder, path)), {recursive: true});
    await writeFile(join(folder, path), content);
  };
  const columns = await columnsOf(source, "select * from request_metrics");
  const listed: Listed[] = [];
  for (const id of source.campaigns) {
    const decision = await source.decide(id);
    const rows = await campaignRows(source, decision);
    await write(`campaign/${id}.md`, campaignPage({decision, ...rows}));
    await write(`campaign/${id}/page.json`, JSON.stringify(rows.data));
    await write(`campaign/${id}/decision.json`, `${JSON.stringify(decision, null, 1)}\n`);
    await writeDownloads(source, id, decision.simulated, columns, write);
    const stages = await writeRequests(source, id, join(folder, "static", "_requests"));
    await write(
      `request/${id}.md`,
      requestPage(id, decision.root_hash, decision.simulated, rows.facts.time_scale, stages)
    );
    listed.push({decision, facts: rows.facts});
    talk(`  ${id}: ${decision.values.length} values, ${decision.findings.length} findings\n`);
  }
  await write("index.md", indexPage(listed, input.problems));
  await write("method.md", methodPage(input.method));
  const simulated = listed.filter((l) => l.decision.simulated).map((l) => l.decision.campaign_id);
  const roots = listed.map(({decision}) => ({campaign: decision.campaign_id, root: decision.root_hash}));
  await write("sql.md", sqlPage(simulated, roots));
  await write("compare.md", comparePage(simulated, roots));
  await write("data/points.json", JSON.stringify(await comparePoints(source)));
  await writeTables(source, write);
  await write("campaigns.json", JSON.stringify(source.campaigns));
  return {campaigns: source.campaigns};
}

type Write = (path: string, content: string | Uint8Array) => Promise<void>;

async function writeDownloads(
  source: EvidenceSource,
  campaign: string,
  simulated: boolean,
  columns: Awaited<ReturnType<typeof columnsOf>>,
  write: Write
): Promise<void> {
  const rows = await source.query(
    `select * from request_metrics where campaign_id = $campaign order by profile, stage, "index"`,
    {campaign}
  );
  const marked = rows.map((row) => ({...row, simulated}));
  const all: typeof columns = [...columns, {name: "simulated", type: "BOOLEAN"}];
  await write(
    `campaign/${campaign}/requests.csv`,
    csv(
      marked,
      all.map((c) => c.name)
    )
  );
  await write(`campaign/${campaign}/requests.arrow`, arrowStream(marked, all));
}

/** Every table as an Arrow stream, and what the notebook needs to know of them: columns, meanings, counts and the views' text. */
async function writeTables(source: EvidenceSource, write: Write): Promise<void> {
  const tables = [];
  for (const {name, about, columns} of TABLES) {
    const rows = await source.query(`select * from "${name}" order by all`);
    await write(`data/tables/${name}.ipc`, arrowStream(rows, columns));
    tables.push({name, about, columns, rows: rows.length});
  }
  const views = [];
  for (const {name, sql} of source.views)
    views.push({name, sql, columns: await columnsOf(source, `select * from "${name}"`)});
  await write("data/schema.json", JSON.stringify({tables, views, campaigns: source.campaigns}));
}
