import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {asyncBufferFromFile, parquetReadObjects} from "hyparquet";
import {compressors} from "hyparquet-compressors";
import {percentile} from "../../../src/metrics/percentile.js";

/** The question that both engines answer, over the exported view `request_metrics`. */
export const STAGE_SQL = `select profile, stage, count(*) as n, sum(output_tokens) as tokens, min(ttfo_ms) as ttfo_min, max(e2e_ms) as e2e_max,
  quantile_disc(decode_tok_s, 0.5) as decode_p50 from request_metrics group by all order by profile, stage`;

export interface StageAnswer {
  profile: string;
  stage: string;
  n: number;
  tokens: number;
  ttfo_min: number | null;
  e2e_max: number | null;
  decode_p50: number | null;
}

interface Row {
  profile: string;
  stage: string;
  output_tokens: bigint | number | null;
  ttfo_ms: number | null;
  e2e_ms: number | null;
  decode_tok_s: number | null;
}

const COLUMNS = ["profile", "stage", "output_tokens", "ttfo_ms", "e2e_ms", "decode_tok_s"];

/** The same answers from the Parquet files by hyparquet, an engine in plain JavaScript. */
export async function readExport(folder: string, campaign: string): Promise<StageAnswer[]> {
  const place = join(folder, "request_metrics", `campaign_id=${campaign}`);
  const stages = new Map<string, StageAnswer & {rates: number[]}>();
  for (const name of (await readdir(place)).sort()) {
    const file = await asyncBufferFromFile(join(place, name));
    for (const row of (await parquetReadObjects({file, columns: COLUMNS, compressors})) as unknown as Row[])
      take(stages, row);
  }
  return [...stages.values()]
    .sort((a, b) => (a.profile + "/" + a.stage < b.profile + "/" + b.stage ? -1 : 1))
    .map(({rates, ...stage}) => ({...stage, decode_p50: percentile(rates, 50)}));
}

function take(stages: Map<string, StageAnswer & {rates: number[]}>, row: Row): void {
  const key = `${row.profile}/${row.stage}`;
  const {profile, stage} = row;
  const none = {profile, stage, n: 0, tokens: 0, ttfo_min: null, e2e_max: null, decode_p50: null};
  const sum: StageAnswer & {rates: number[]} = stages.get(key) ?? {...none, rates: []};
  stages.set(key, sum);
  sum.n += 1;
  sum.tokens += Number(row.output_tokens ?? 0);
  if (row.ttfo_ms !== null) sum.ttfo_min = Math.min(sum.ttfo_min ?? row.ttfo_ms, row.ttfo_ms);
  if (row.e2e_ms !== null) sum.e2e_max = Math.max(sum.e2e_max ?? row.e2e_ms, row.e2e_ms);
  if (row.decode_tok_s !== null) sum.rates.push(row.decode_tok_s);
}
