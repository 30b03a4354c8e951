import type {Column} from "../schema/tables/column.js";
import {arrowStream} from "./arrowStream.js";
import {columnsOf} from "./columnsOf.js";
import {csv} from "./csv.js";
import type {EvidenceSource} from "./evidenceSource.js";

/** A campaign's requests with all their metrics as CSV and as an Arrow stream; a column says whether they are simulated. */
export async function requestFiles(
  source: EvidenceSource,
  simulated: boolean
): Promise<{csv: string; arrow: Uint8Array}> {
  const columns: Pick<Column, "name" | "type">[] = [
    ...(await columnsOf(source, "select * from request_metrics")),
    {name: "simulated", type: "BOOLEAN"}
  ];
  const rows = await source.query(
    `select *, ${simulated} as simulated from request_metrics order by profile, stage, "index"`
  );
  return {
    csv: csv(
      rows,
      columns.map((c) => c.name)
    ),
    arrow: arrowStream(rows, columns)
  };
}
