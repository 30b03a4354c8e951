import type {Database} from "./database.js";
import {PUBLISHED_METRICS} from "./metricList.js";
import {basisWords} from "./basisWords.js";
import {medianRank, upperRank} from "./statistics/index.js";
import {sqlText, whereSql} from "./sqlText.js";
import type {StageSamples, Without} from "./stageSample.js";

/** Counted requests of a stage by the bases that met: how many hold each metric. */
interface Counted extends Record<string, unknown> {
  key: string;
}

const METRICS = [...new Set(PUBLISHED_METRICS.map((m) => m.metric))];
const BASES = [...new Set(PUBLISHED_METRICS.flatMap((m) => m.basisColumn ?? []))];

/**
 * Samples of stages with more requests than one would list, by `<profile>/<stage>`: counts, interval ends and second
 * figures come from SQL, by rank. All stages are read in two scans.
 */
export async function largeStages(
  db: Database,
  campaignId: string,
  keys: readonly string[]
): Promise<Map<string, StageSamples>> {
  if (keys.length === 0) return new Map();
  const from = `from request_metrics where campaign_id = ${sqlText(campaignId)} and phase = 'measured' and counted`;
  const counted = await db.query<Counted>(
    `select profile || '/' || stage as key, ${BASES.join(", ")}, ${METRICS.map((m) => `count(${m}) as ${m}`).join(", ")}
     ${from} group by profile, stage, ${BASES.join(", ")}`
  );
  const ranks = ranksOf();
  const count = (key: string, metric: string) =>
    counted.reduce((n, row) => (row.key === key ? n + Number(row[metric]) : n), 0);
  // Every stage has its own n, so its own shares: each metric is asked for those of all, and a stage takes its own.
  const shares = new Map(
    METRICS.map((metric) => [metric, [...new Set(keys.flatMap((key) => ranks(count(key, metric)).shares))]])
  );
  const ends = await db.query<Record<string, number[] | null> & {key: string}>(
    `select profile || '/' || stage as key, ${METRICS.map(
      (metric) => `quantile_disc(${metric}, [${shares.get(metric)?.join(", ") ?? ""}]) as ${metric}`
    ).join(", ")} ${from} group by profile, stage`
  );
  return new Map(
    keys.map((key) => {
      const own = ends.find((row) => row.key === key);
      const endOf = (metric: string, share: string) =>
        own?.[metric]?.[shares.get(metric)?.indexOf(share) ?? -1] ?? null;
      const bases = (metric: string, column: string) =>
        basisWords(counted.filter((row) => row.key === key && Number(row[metric]) > 0).map((row) => row[column]));
      return [key, samplesOf(db, campaignId, key, {n: (metric) => count(key, metric), ranks, endOf, bases})];
    })
  );
}

interface Figures {
  n(metric: string): number;
  ranks: ReturnType<typeof ranksOf>;
  endOf(metric: string, share: string): number | null;
  bases(metric: string, column: string): string | null;
}

function samplesOf(db: Database, campaign_id: string, key: string, figures: Figures): StageSamples {
  const [profile = "", stage = ""] = key.split("/");
  const where = `from request_metrics where phase = 'measured' and ${whereSql({campaign_id, profile, stage})}`;
  const listing = (more: string) => `select request_id ${where}${more} order by "index"`;
  return {
    ids: [],
    idsSql: listing(""),
    of({metric, stat, basisColumn}) {
      const n = figures.n(metric);
      const {shares, median, tail} = figures.ranks(n);
      const [low, high, upper] = n > 0 ? shares.map((share) => figures.endOf(metric, share)) : [];
      const bound =
        stat === "p50"
          ? {lo: low, hi: high, coverage: n > 0 ? median.coverage : null}
          : {lo: null, hi: tail ? upper : null, coverage: tail?.coverage};
      return {
        n,
        lo: bound.lo ?? null,
        hi: bound.hi ?? null,
        coverage: bound.coverage ?? null,
        basis: basisColumn === null ? null : figures.bases(metric, basisColumn),
        requestIds: [],
        requestsSql: listing(` and counted and ${metric} is not null`),
        without: (suspects) =>
          without(db, `${where} and counted and ${metric} is not null`, {metric, stat, n, suspects})
      };
    }
  };
}

/** The ranks of an interval's ends for n values, and each as a share that `quantile_disc` takes. Metrics mostly share one n, and the rank of a large one takes its time. */
function ranksOf() {
  const known = new Map<
    number,
    {median: ReturnType<typeof medianRank>; tail: ReturnType<typeof upperRank>; shares: string[]}
  >();
  return (n: number) => {
    const of = known.get(n) ?? ranked(Math.max(1, n));
    known.set(n, of);
    return of;
  };
}

function ranked(n: number) {
  const median = medianRank(n);
  const tail = upperRank(n, 95);
  const shares = [median.j, n + 1 - median.j, tail?.r ?? n].map((rank) => ((rank - 0.5) / n).toFixed(12));
  return {median, tail, shares};
}

/** The figure over the requests of a stage that are not suspected. */
async function without(
  db: Database,
  where: string,
  {metric, stat, n, suspects}: {metric: string; stat: "p50" | "p95"; n: number; suspects: ReadonlySet<string>}
): Promise<Without | null> {
  const rows = await db.query<{value: number | null; n: number}>(
    `select quantile_disc(${metric}, ${stat === "p50" ? 0.5 : 0.95}) as value, count(*) as n ${where}
     and request_id not in (select unnest(string_split(${sqlText([...suspects].join("\n"))}, chr(10))))`
  );
  const rest = rows[0];
  return !rest || rest.n === 0 || rest.n === n ? null : {value: rest.value, n: rest.n};
}
