import {mkdir, writeFile} from "node:fs/promises";
import {dirname, join} from "node:path";
import type {EvidenceSource} from "./evidenceSource.js";
import type {RequestStage} from "./requestPage.js";
import {shortenTexts} from "./shortenTexts.js";
import {wireOf} from "./wireOf.js";

interface Row {
  request_id: string;
  profile: string;
  stage: string;
  status: string;
  phase: string;
  output_tokens: number | null;
  e2e_ms: number | null;
}

/**
 * Writes `<folder>/<campaign>/<profile>/<stage>.json` (rows and deltas) and `.frames.json` (the wire) for every stage with
 * requests, and returns the list that the page shows, with at most `most` deltas as rows of the table. The page fetches one
 * stage when a reader opens one of its requests.
 */
export async function writeRequests(
  source: EvidenceSource,
  folder: string,
  most: number
): Promise<{stages: RequestStage[]; deltas: Record<string, unknown>[]; cut: boolean}> {
  const campaign = source.campaignId;
  const rows = await source.query<Row>(
    `select * from request_metrics where campaign_id = $campaign order by profile, stage, "index"`,
    {campaign}
  );
  const hashes = await source.query<{path: string; sha256: string | null}>(
    `select path, sha256 from artifacts where campaign_id = $campaign`,
    {campaign}
  );
  const kinds = await source.query<{
    profile: string;
    stage: string;
    kind: string;
    settings: string | null;
    source_file: string | null;
  }>(`select profile, stage, kind, settings, source_file from stages where campaign_id = $campaign`, {campaign});
  const stages: RequestStage[] = [];
  const table: Record<string, unknown>[] = [];
  let total = 0;
  for (const [key, requests] of group(rows)) {
    const [profile = "", stage = ""] = key.split("\n");
    const about = kinds.find((k) => k.profile === profile && k.stage === stage);
    const wire = await wireOf(source.folder, profile, stage);
    const paths = new Set([
      ...requests.map((r) => (r as {file?: string}).file),
      about?.source_file,
      `${profile}/${stage}.wire.jsonl.gz`
    ]);
    const files = hashes.filter((h) => paths.has(h.path));
    const path = join(folder, campaign, profile, stage);
    await mkdir(dirname(path), {recursive: true});
    const deltas = Object.fromEntries([...wire].map(([id, w]) => [id, w.deltas]));
    for (const [request_id, {deltas: own}] of wire) {
      total += own.length;
      if (total <= most)
        own.forEach(([t_ms, channel, text, tokens], seq) =>
          table.push({campaign_id: campaign, request_id, seq, t_ms, channel, text, tokens})
        );
    }
    const silent = Object.fromEntries([...wire].map(([id, w]) => [id, w.silent]));
    const shown = requests.map((r) => shortenTexts(r));
    await writeFile(
      `${path}.json`,
      JSON.stringify({
        kind: about?.kind ?? null,
        settings: about?.settings ?? null,
        files,
        requests: shown,
        deltas,
        silent
      })
    );
    if (wire.size > 0)
      await writeFile(
        `${path}.frames.json`,
        JSON.stringify(Object.fromEntries([...wire].map(([id, w]) => [id, w.frames])))
      );
    stages.push({profile, stage, kind: about?.kind ?? "", requests});
  }
  return {stages, deltas: table, cut: total > most};
}

function group(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.profile}\n${row.stage}`;
    const found = groups.get(key);
    if (found) found.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
