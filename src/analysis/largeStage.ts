import type {Database} from "./database.js";
import {PUBLISHED_METRICS} from "./metricList.js";
import {basisWords} from "./basisWords.js";
import {medianRank, upperRank} from "./statistics/index.js";
import {sqlText, whereSql} from "./sqlText.js";
import type {StageSamples, Without} from "./stageSample.js";

/** Samples of a stage with more requests than one would list: counts, interval ends and second figures come from SQL, by rank. */
export async function largeStage(
  db: Database,
  stage: {campaign_id: string; profile: string; stage: string}
): Promise<StageSamples> {
  const where = `from request_metrics where phase = 'measured' and ${whereSql(stage)}`;
  const distinct = new Map(PUBLISHED_METRICS.map((m) => [m.metric, m]));
  const counts = await db.query<Record<string, number | string[] | null>>(
    `select ${[...distinct.values()]
      .flatMap((m) => [
        `count(${m.metric}) filter (where counted) as ${m.metric}_n`,
        ...(m.basisColumn === null
          ? []
          : [`list(distinct ${m.basisColumn}) filter (where counted and ${m.metric} is not null) as ${m.metric}_basis`])
      ])
      .join(", ")} ${where}`
  );
  const count = (metric: string) => Number(counts[0]?.[`${metric}_n`] ?? 0);
  // Metrics mostly share one n, and the rank of a large one takes its time.
  const ranks = new Map<number, ReturnType<typeof medianRank>>();
  const rankOf = (n: number) => {
    const known = ranks.get(n) ?? medianRank(n);
    ranks.set(n, known);
    return known;
  };
  const tails = new Map<number, ReturnType<typeof upperRank>>();
  const tailOf = (n: number) => {
    const known = tails.has(n) ? (tails.get(n) ?? null) : upperRank(n, 95);
    tails.set(n, known);
    return known;
  };
  const ends = await db.query<Record<string, number[] | null>>(
    `select ${[...distinct.values()]
      .map(({metric}) => {
        const n = Math.max(1, count(metric));
        const {j} = rankOf(n);
        const share = (rank: number) => ((rank - 0.5) / n).toFixed(12);
        const ranks = [j, n + 1 - j, tailOf(n)?.r ?? n].map(share);
        return `quantile_disc(${metric}, [${ranks.join(", ")}]) filter (where counted) as ${metric}`;
      })
      .join(", ")} ${where}`
  );
  const listing = (more: string) => `select request_id ${where}${more} order by "index"`;
  return {
    ids: [],
    idsSql: listing(""),
    of({metric, stat}) {
      const n = count(metric);
      const [low, high, tail] = (n > 0 ? ends[0]?.[metric] : null) ?? [];
      const bases = counts[0]?.[`${metric}_basis`];
      const bound =
        stat === "p50"
          ? {lo: low, hi: high, coverage: n > 0 ? rankOf(n).coverage : null}
          : {lo: null, hi: tailOf(n) ? tail : null, coverage: tailOf(n)?.coverage};
      return {
        n,
        lo: bound.lo ?? null,
        hi: bound.hi ?? null,
        coverage: bound.coverage ?? null,
        basis: Array.isArray(bases) ? basisWords(bases) : null,
        requestIds: [],
        requestsSql: listing(` and counted and ${metric} is not null`),
        without: (suspects) =>
          without(db, `${where} and counted and ${metric} is not null`, {metric, stat, n, suspects})
      };
    }
  };
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
