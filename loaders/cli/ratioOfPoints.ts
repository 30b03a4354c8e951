import type {PointFigure} from "../../src/analysis/comparisons/index.js";
import {Problem} from "../../src/schema/problem.js";
import {evidenceFolder, type CliEffects} from "./effects.js";

export const POINT_METRICS = ["tpot_ms", "decode_tok_s", "ttft_ms", "e2e_ms"];

interface Options {
  baseline: string;
  candidate: string;
  metric?: string | undefined;
  evidence?: string | undefined;
  json?: true;
}

/**
 * Sets one measured point against another, of one campaign or of two, by a metric that both hold. Prints the ratio where
 * their bases name one quantity (exit 0), else the reason with both bases (exit 1).
 */
export async function ratioOfPoints(options: Options, effects: CliEffects): Promise<number> {
  const {metric = "tpot_ms"} = options;
  if (!POINT_METRICS.includes(metric))
    throw new Problem("ratio.metric", `--metric takes ${POINT_METRICS.join(", ")}, not "${metric}"`, {
      next: "npm run ratio -- --help"
    });
  const names = [parts(options.baseline), parts(options.candidate)];
  const campaigns = [...new Set(names.map(([campaign]) => campaign))];
  const {openDatabase} = await import("../../src/analysis/database.js");
  const {compareFigures, pointFigures} = await import("../../src/analysis/comparisons/index.js");
  const db = await openDatabase(evidenceFolder(options.evidence, effects), {campaigns});
  try {
    const figures = await pointFigures(db, metric, campaigns);
    const [baseline, candidate] = [options.baseline, options.candidate].map((name) => pick(name, figures, metric));
    if (!baseline || !candidate) return 2;
    const {alpha} = db.campaign(baseline.campaign_id).policy;
    const {ratio, lo, hi, coverage, min_p, p, word, needs, reason, p50_ratio} = await compareFigures(
      db,
      baseline,
      candidate,
      alpha
    );
    const result = {metric, p50_ratio, ratio, lo, hi, coverage, min_p, p, word, needs, reason, baseline, candidate};
    effects.out(options.json ? `${JSON.stringify(result)}\n` : text(result));
    return word === "not comparable" ? 1 : 0;
  } finally {
    db.close();
  }
}

type Name = [campaign: string, profile: string | undefined, stage: string | undefined];

const parts = (name: string): Name => {
  const [campaign = "", profile, stage] = name.split("/");
  return [campaign, profile, stage];
};

/** The one point that a name fits. Throws with the points there are when it fits none or several. */
function pick(name: string, figures: readonly PointFigure[], metric: string): PointFigure {
  const [campaign, profile, stage] = parts(name);
  const own = figures.filter((f) => f.campaign_id === campaign && (!profile || f.profile === profile));
  const fitting = stage === undefined ? own : own.filter((f) => f.stage === stage);
  const [found, ...others] = fitting;
  if (found && others.length === 0) return found;
  const there = (own.length > 0 ? own : figures).map((f) => `${f.campaign_id}/${f.profile}/${f.stage}`);
  throw new Problem(
    "ratio.point",
    found ? `"${name}" names ${fitting.length} points` : `"${name}" names no point with a ${metric}`,
    {next: there.length > 0 ? `name one of ${there.slice(0, 8).join(", ")}` : "name a point whose file holds it"}
  );
}

type Said = Record<string, unknown> & {baseline: PointFigure; candidate: PointFigure};

function text({baseline, candidate, ...said}: Said): string {
  const arm = (name: string, f: PointFigure) =>
    `${name.padEnd(9)} ${f.campaign_id}/${f.profile}/${f.stage}: p50 ${f.p50}, ${f.source}, basis ${f.basis ?? "the only one"}`;
  const lines = Object.entries(said).map(
    ([key, value]) => `${key.padEnd(9)} ${value === null ? "null" : String(value)}`
  );
  return `${[arm("baseline", baseline), arm("candidate", candidate), ...lines].join("\n")}\n`;
}
