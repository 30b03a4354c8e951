import {DECODE_METRICS, FIRST_OUTPUT_METRICS, PREFILL_METRICS} from "./points.js";
import {told, type AuditContext, type Rule, type Seen} from "./rule.js";
import {num, pct} from "./say.js";
import {BELOW} from "./slack.js";

/** Slowdown by hardware, temperature or the power brake: bits 0x8, 0x20, 0x40, 0x80 of the driver's reasons; 0x4 is the power cap. */
const SLOWED = 0x8 | 0x20 | 0x40 | 0x80;
const POWER_CAP = 0x4;
const METRICS = [...DECODE_METRICS, ...PREFILL_METRICS, ...FIRST_OUTPUT_METRICS, "e2e_ms", "output_tok_s"];

interface Card {
  profile: string;
  stage: string;
  gpu: string;
  busy: number;
  slowed: number;
  capped: number;
  clock: number | null;
  ids: string[] | null;
}

const SQL = `with cards as (
  select profile, stage, gpu, count(*) as busy, count(*) filter (where throttle_bits & ${SLOWED} <> 0) as slowed,
    count(*) filter (where throttle_bits & ${POWER_CAP} <> 0) as capped, quantile_disc(sm_clock_mhz, 0.5) as clock
  from gpu_samples where campaign_id = $campaign and utilisation_pct > 50 and throttle_bits is not null and stage is not null
  group by profile, stage, gpu
)
select c.*, (select list(request_id order by "index") from requests r
  where r.campaign_id = $campaign and r.profile = c.profile and r.stage = c.stage and r.phase = 'measured') as ids
from cards c join stages s on s.campaign_id = $campaign and s.profile = c.profile and s.stage = c.stage
where s.kind in ('capacity', 'endurance') order by c.profile, c.stage, c.gpu`;

export const clockThrottled: Rule = {
  id: "clock-throttled",
  severity: "invalidates",
  title: "The card was slowed down",
  why: "A card that is held back by heat, by its supply or by a hardware brake does not show what the recipe can do, and shows something else next time.",
  fires:
    "slowdown bits in 5 % of the samples with utilisation above 50 %; a power cap is a note, unless the median clocks of a comparison's arms differ by 3 %",
  settle: "Restore cooling and power, and measure again; set the same power limit for both arms.",
  async run(context) {
    const {query, campaignId, policy} = context;
    const limit = policy.audit.throttled_sample_share;
    const cards = await query<Card>(SQL, {campaign: campaignId});
    if (cards.length === 0) return told([], ["no reading of a card's clock under load was recorded"]);
    const seen = cards.flatMap((c): Seen[] => {
      const at = {profile: c.profile, stage: c.stage, files: ["telemetry/gpu.jsonl"]};
      const share = c.slowed / c.busy;
      if (share >= limit && c.slowed > 0)
        return [
          {
            ...at,
            detail: `${c.gpu} was slowed down in ${pct(share)} of ${num(c.busy)} samples under load (median clock ${num(c.clock ?? 0)} MHz).`,
            metrics: METRICS,
            request_ids: c.ids ?? []
          }
        ];
      if (c.capped / c.busy < limit || c.capped === 0) return [];
      return [
        {
          ...at,
          severity: "note",
          detail: `${c.gpu} ran at its power cap in ${pct(c.capped / c.busy)} of ${num(c.busy)} samples under load (median clock ${num(c.clock ?? 0)} MHz).`,
          metrics: METRICS
        }
      ];
    });
    return told([...seen, ...(await cappedArms(context))]);
  }
};

/** Comparisons whose arms ran at different clocks while a power cap held. */
async function cappedArms({query, campaignId, policy, comparisons}: AuditContext): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const c of comparisons) {
    const arm = async (profile: string) => {
      const [row] = await query<{clock: number | null; capped: number}>(
        `select quantile_disc(g.sm_clock_mhz, 0.5) as clock, count(*) filter (where g.throttle_bits & ${POWER_CAP} <> 0) as capped
         from gpu_samples g join stages s on s.campaign_id = g.campaign_id and s.profile = g.profile and s.stage = g.stage
         where g.campaign_id = $campaign and g.profile = $profile and s.kind = 'capacity' and g.utilisation_pct > 50
           and s.nominal_prompt_tokens = $prompt and s.concurrency = $concurrency`,
        {campaign: campaignId, profile, prompt: c.nominal_prompt_tokens, concurrency: c.concurrency}
      );
      return row ?? {clock: null, capped: 0};
    };
    const [b, a] = [await arm(c.baseline), await arm(c.candidate)];
    if (!b.clock || !a.clock || a.capped + b.capped === 0) continue;
    const off = Math.abs(a.clock / b.clock - 1);
    if (off < policy.audit.power_cap_clock_off * BELOW) continue;
    seen.push({
      comparison_id: c.comparison_id,
      profile: c.candidate,
      detail: `Under a power cap the arms' median clocks differ by ${pct(off)}: ${num(b.clock)} against ${num(a.clock)} MHz.`,
      metrics: [c.metric],
      files: ["telemetry/gpu.jsonl"]
    });
  }
  return seen;
}
