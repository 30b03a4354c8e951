import {op, table} from "arquero";
import {PEER_METRICS, peerValues, recordsOf} from "./plainStages.js";

/** Arquero: the same six metrics as columns of one table, medians by group. */
export async function arqueroStages(files: readonly string[]): Promise<unknown> {
  const columns: Record<string, unknown[]> = {key: []};
  for (const metric of PEER_METRICS) columns[metric] = [];
  for await (const record of recordsOf(files)) {
    columns.key?.push(`${record.profile}/${record.stage}`);
    const values = peerValues(record);
    for (const metric of PEER_METRICS) columns[metric]?.push(values[metric]);
  }
  const medians = table(columns)
    .groupby("key")
    .rollup(Object.fromEntries(PEER_METRICS.map((metric) => [metric, op.quantile(metric, 0.5)])));
  return {n: columns.key?.length, medians: medians.numRows()};
}
