import {percentile} from "../../metrics/percentile.js";
import {linearPercentile} from "./linearPercentile.js";
import {told, type AuditContext, type Rule, type Seen} from "./rule.js";
import {count} from "./say.js";

/** Request metrics whose summaries can be recomputed from the rows. */
const METRICS = [
  "decode_tok_s",
  "tpot_ms",
  "effective_prefill_tok_s",
  "ttfo_ms",
  "ttft_ms",
  "e2e_ms",
  "generation_ms",
  "prompt_tokens",
  "output_tokens"
];
const PERCENTILE = /^p(\d{2})$/;

interface Claim {
  profile: string;
  stage: string;
  metric: string;
  statistic: string;
  value: number;
  file: string;
  json_path: string;
}

interface Rows {
  profile: string;
  stage: string;
  source_file: string | null;
  wall_s: number | null;
  n: number;
  failed: number;
  [metric: string]: unknown;
}

const CLAIMS = `select profile, stage, metric, statistic, value, file, json_path from reported
where campaign_id = $campaign and stage is not null and value is not null
  and (metric in (${METRICS.map((m) => `'${m}'`).join(", ")}, 'output_tok_s', 'n_ok', 'n_failed'))
order by profile, stage, json_path`;

const ROWS = `select m.profile, m.stage, any_value(s.source_file) as source_file, any_value(s.wall_s) as wall_s,
  count(*) filter (where m.status = 'ok') as n, count(*) filter (where m.status <> 'ok') as failed,
  ${METRICS.map((c) => `coalesce(list(m.${c}::double) filter (where m.status = 'ok' and m.${c} is not null), []) as ${c}`).join(", ")}
from request_metrics m join stages s on s.campaign_id = m.campaign_id and s.profile = m.profile and s.stage = m.stage
where m.campaign_id = $campaign and m.phase = 'measured'
  and (m.profile, m.stage) in (select (profile, stage) from reported where campaign_id = $campaign and stage is not null)
group by m.profile, m.stage`;

export const summaryMismatch: Rule = {
  id: "summary-mismatch",
  severity: "note",
  title: "A reported number does not recompute",
  why: "A summary that its own requests do not give was made of other requests, by another formula, or by hand.",
  fires:
    "a reported statistic differs from the one over the file's own requests, with the tool's own percentile, by more than its printed digits",
  settle: "Ask for the requests behind the number; use the recomputed one.",
  async run(context) {
    const claims = await context.query<Claim>(CLAIMS, {campaign: context.campaignId});
    if (claims.length === 0) return told([]);
    const rows = await context.query<Rows>(ROWS, {campaign: context.campaignId});
    const places = new Map(rows.map((r) => [`${r.profile}/${r.stage}`, r]));
    const off = claims.flatMap((claim) => {
      const own = places.get(`${claim.profile}/${claim.stage}`);
      const value = own ? recomputed(claim, own, context) : null;
      return own && value !== null && !agrees(claim.value, value) ? [{claim, value}] : [];
    });
    return told(
      [...new Set(off.map(({claim}) => `${claim.profile}/${claim.stage}`))].map((place): Seen => {
        const here = off.filter(({claim}) => `${claim.profile}/${claim.stage}` === place);
        const {profile, stage} = here[0]?.claim ?? {profile: null, stage: null};
        const shown = here
          .slice(0, 6)
          .map(
            ({claim, value}) => `${claim.metric} ${claim.statistic} says ${claim.value}, its requests give ${value}`
          );
        return {
          profile,
          stage,
          detail: `${count(here.length, "reported figure")} ${here.length === 1 ? "does" : "do"} not recompute: ${shown.join("; ")}${here.length > 6 ? "; ..." : ""}.`,
          metrics: [...new Set(here.map(({claim}) => claim.metric))],
          files: [...new Set(here.map(({claim}) => claim.file))]
        };
      })
    );
  }
};

/** The statistic over the rows, by the percentile of the tool that wrote the file; null when it is none that rows can give. */
function recomputed(claim: Claim, own: Rows, context: AuditContext): number | null {
  if (claim.metric === "n_ok") return claim.statistic === "value" ? own.n : null;
  if (claim.metric === "n_failed") return claim.statistic === "value" ? own.failed : null;
  const values = own[claim.metric === "output_tok_s" ? "output_tokens" : claim.metric] as number[];
  const sum = values.reduce((t, v) => t + v, 0);
  if (claim.metric === "output_tok_s")
    return claim.statistic === "total" && own.wall_s && values.length === own.n ? sum / own.wall_s : null;
  if (values.length === 0) return null;
  const p = PERCENTILE.exec(claim.statistic);
  if (p) {
    const format = context.campaign.imported?.files.find((f) => f.kept_as === own.source_file)?.format ?? "";
    return format.startsWith("anvil") ? percentile(values, Number(p[1])) : linearPercentile(values, Number(p[1]));
  }
  if (claim.statistic === "mean") return sum / values.length;
  if (claim.statistic === "min") return Math.min(...values);
  if (claim.statistic === "max") return Math.max(...values);
  if (claim.statistic === "total") return sum;
  return claim.statistic === "count" ? values.length : null;
}

/** Equal within half a unit of the last digit that the file prints, or the noise of a double. */
function agrees(claimed: number, value: number): boolean {
  const decimals = /e/i.test(String(claimed)) ? 15 : (String(claimed).split(".")[1]?.length ?? 0);
  const printed = 0.5 * 10 ** -decimals;
  return Math.abs(claimed - value) <= Math.max(printed * (1 + 1e-9), 1e-9 * Math.abs(value));
}
