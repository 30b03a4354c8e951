import type {Database} from "./database.js";
import {PUBLISHED_METRICS} from "./metricList.js";
import {basisWords} from "./basisWords.js";
import {medianRank} from "./statistics/index.js";
import {whereSql} from "./sqlText.js";
import type {StageSamples} from "./stageSample.js";

/** Samples of a stage with more requests than one would list: counts and interval ends come from SQL, by rank. */
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
  const ends = await db.query<Record<string, number[] | null>>(
    `select ${[...distinct.values()]
      .map(({metric}) => {
        const n = Math.max(1, count(metric));
        const {j} = rankOf(n);
        const share = (rank: number) => ((rank - 0.5) / n).toFixed(12);
        return `quantile_disc(${metric}, [${share(j)}, ${share(n + 1 - j)}]) filter (where counted) as ${metric}`;
      })
      .join(", ")} ${where}`
  );
  return {
    ids: [],
    of({metric, stat}) {
      const n = count(metric);
      const interval = stat === "p50" && n > 0 ? ends[0]?.[metric] : null;
      const bases = counts[0]?.[`${metric}_basis`];
      return {
        n,
        lo: interval?.[0] ?? null,
        hi: interval?.[1] ?? null,
        coverage: interval ? rankOf(n).coverage : null,
        basis: Array.isArray(bases) ? basisWords(bases) : null,
        requestIds: [],
        without: () => null
      };
    }
  };
}
