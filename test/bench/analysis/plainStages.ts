import {createReadStream} from "node:fs";
import {createInterface} from "node:readline";
import {decodeTokS, effectivePrefillTokS, percentile, tpotMs} from "../../../src/metrics/index.js";
import type {RequestRecord} from "../../../src/schema/request.js";

/** Metrics of which the peers compute a median per stage: fewer than a decision needs. */
export const PEER_METRICS = [
  "ttfo_ms",
  "ttft_ms",
  "e2e_ms",
  "decode_tok_s",
  "tpot_ms",
  "effective_prefill_tok_s"
] as const;
export type PeerMetric = (typeof PEER_METRICS)[number];

/** The peer's values of one request. */
export function peerValues(record: RequestRecord): Record<PeerMetric, number | null> {
  return {
    ttfo_ms: record.ttfo_ms,
    ttft_ms: record.ttft_ms,
    e2e_ms: record.e2e_ms,
    decode_tok_s: decodeTokS(record),
    tpot_ms: tpotMs(record),
    effective_prefill_tok_s: effectivePrefillTokS(record)
  };
}

/** Request lines one after another, parsed and not checked. */
export async function* recordsOf(files: readonly string[]): AsyncGenerator<RequestRecord> {
  for (const file of files)
    for await (const line of createInterface({input: createReadStream(file, {highWaterMark: 1 << 20})}))
      yield JSON.parse(line) as RequestRecord;
}

/** Plain JavaScript: JSON.parse of each line, and medians of six metrics a stage. */
export async function plainStages(files: readonly string[]): Promise<unknown> {
  const stages = new Map<string, Record<PeerMetric, number[]>>();
  let n = 0;
  for await (const record of recordsOf(files)) {
    n += 1;
    const key = `${record.profile}/${record.stage}`;
    const lists = stages.get(key) ?? empty();
    stages.set(key, lists);
    const values = peerValues(record);
    for (const metric of PEER_METRICS) {
      const value = values[metric];
      if (value !== null) lists[metric].push(value);
    }
  }
  const medians = [...stages].map(([key, lists]) => [
    key,
    ...PEER_METRICS.map((metric) => percentile(lists[metric], 50))
  ]);
  return {n, medians: medians.length};
}

const empty = (): Record<PeerMetric, number[]> => ({
  ttfo_ms: [],
  ttft_ms: [],
  e2e_ms: [],
  decode_tok_s: [],
  tpot_ms: [],
  effective_prefill_tok_s: []
});
