import {createHash} from "node:crypto";
import {mkdir, rm, writeFile} from "node:fs/promises";
import {dirname, join} from "node:path";
import type {Decision} from "../schema/decision.js";
import {archive, MOST_DELTAS, readTables, readViewColumns, type ViewColumns} from "./archive.js";
import {requestFiles} from "./requestFiles.js";
import {takeAsides} from "./aside.js";
import {campaignPage} from "./campaignPage.js";
import {campaignRows} from "./campaignRows.js";
import {comparePage} from "./comparePage.js";
import {comparePoints} from "./comparePoints.js";
import type {EvidenceSource} from "./evidenceSource.js";
import {inFlight} from "./inFlight.js";
import type {Campaign} from "./openCampaigns.js";
import {indexPage} from "./indexPage.js";
import {methodPage, type Method} from "./methodPage.js";
import {requestPage} from "./requestPage.js";
import {sqlPage} from "./sqlPage.js";
import {writeRequests} from "./writeRequests.js";

/** Campaigns computed at a time: one waits for DuckDB while the other is written. */
const AT_A_TIME = 2;

/**
 * Computes everything that the pages show, in one process, into `folder`: Framework's loaders only print it.
 * `static/` inside it is copied into the site as it is. `problems` is read when the last campaign is done. Progress goes to `talk`.
 */
export async function computePages(
  campaigns: Campaign[],
  input: {method: Method; problems: string[]},
  folder: string,
  talk: (text: string) => void = () => undefined
): Promise<{campaigns: string[]}> {
  await rm(folder, {recursive: true, force: true});
  const write = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(folder, path)), {recursive: true});
    await writeFile(join(folder, path), content);
  };
  let viewColumns: Promise<ViewColumns> | undefined;
  const computed = await inFlight(campaigns, AT_A_TIME, (campaign) =>
    campaign(async (source) => {
      const decision = await source.decide();
      const rows = await campaignRows(source, decision);
      const {deltas, cut} = await writeCampaign(source, decision, rows, folder, write);
      talk(`  ${source.campaignId}: ${decision.values.length} values, ${decision.findings.length} findings\n`);
      const {facts} = rows;
      await (viewColumns ??= readViewColumns(source, input.method.views));
      return {
        decision,
        facts,
        points: await comparePoints(source),
        cut,
        tables: await readTables(source, deltas)
      };
    })
  );
  const listed = computed.filter((c) => c !== null);
  const ids = listed.map((l) => l.decision.campaign_id);
  await writePage("index", indexPage(listed, input.problems), write);
  await write("method.md", methodPage(input.method));
  const simulated = listed.filter((l) => l.decision.simulated).map((l) => l.decision.campaign_id);
  const roots = listed.map(({decision}) => ({campaign: decision.campaign_id, root: decision.root_hash}));
  await write("sql.md", sqlPage(simulated, roots));
  await write("compare.md", comparePage(simulated, roots));
  await write("data/points.json", JSON.stringify(listed.flatMap((l) => l.points)));
  const {files, schema} = archive(
    listed.map((l) => l.tables),
    input.method.views,
    (await viewColumns) ?? [],
    ids,
    simulated,
    listed.filter((l) => l.cut).map((l) => l.decision.campaign_id)
  );
  for (const {name, bytes} of files) await write(`data/tables/${name}.ipc`, bytes);
  await write("data/schema.json", JSON.stringify(schema));
  return {campaigns: ids};
}

type Write = (path: string, content: string | Uint8Array) => Promise<void>;

/** A page for Framework, and beside it the folded parts that the build puts in afterwards. */
async function writePage(path: string, page: string, write: Write): Promise<void> {
  const {source, asides} = takeAsides(page);
  await write(`${path}.md`, source);
  await writeParts(path, asides, write);
}

/** What the build puts into a built page. */
const writeParts = (path: string, parts: string[], write: Write) => write(`asides/${path}.json`, JSON.stringify(parts));

/** Writes what the two pages of a campaign show and load; resolves to the rows of its table `deltas`. */
async function writeCampaign(
  source: EvidenceSource,
  decision: Decision,
  rows: Awaited<ReturnType<typeof campaignRows>>,
  folder: string,
  write: Write
): Promise<{deltas: Record<string, unknown>[]; cut: boolean}> {
  const id = source.campaignId;
  const put = async (name: string, content: string | Uint8Array) => {
    await write(`static/campaign/${id}/${name}`, content);
    // The hash in its address: a browser never draws a page with what it keeps of an earlier report.
    return `./${id}/${name}?${sha256(content).slice(0, 12)}`;
  };
  const addresses = {
    page: await put("page.json", JSON.stringify(rows.data)),
    decision: await put("decision.json", `${JSON.stringify(decision, null, 1)}\n`)
  };
  await writeParts(`campaign/${id}`, [campaignPage({decision, ...rows}, addresses).source], write);
  const {csv, arrow} = await requestFiles(source, decision.simulated);
  await put("requests.csv", csv);
  await put("requests.arrow", arrow);
  const {stages, ...table} = await writeRequests(source, join(folder, "static", "_requests"), MOST_DELTAS);
  const page = requestPage(id, decision.root_hash, decision.simulated, rows.facts.time_scale, stages);
  await writeParts(`request/${id}`, [page.source], write);
  return table;
}

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
