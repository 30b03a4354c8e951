import {DECODE_METRICS, FIRST_OUTPUT_METRICS, PREFILL_METRICS} from "./points.js";
import {told, type Rule} from "./rule.js";
import {num} from "./say.js";

interface Card {
  profile: string;
  stage: string;
  gpu: string;
  n: number;
  shared: number;
  most: number;
  ids: string[] | null;
}

const SQL = `with cards as (
  select profile, stage, gpu, count(other_processes) as n, count(*) filter (where other_processes > 0) as shared, max(other_processes) as most
  from gpu_samples where campaign_id = $campaign and stage is not null group by profile, stage, gpu
)
select c.*, (select list(request_id order by "index") from requests r
  where r.campaign_id = $campaign and r.profile = c.profile and r.stage = c.stage and r.phase = 'measured') as ids
from cards c join stages s on s.campaign_id = $campaign and s.profile = c.profile and s.stage = c.stage
where s.kind in ('capacity', 'endurance') and c.n > 0 order by c.profile, c.stage, c.gpu`;

export const gpuShared: Rule = {
  id: "gpu-shared",
  severity: "invalidates",
  title: "Another process was on the card",
  why: "Who shares a card shares its time and its memory: neither speed nor reserve belong to the recipe then.",
  fires: "a process that is not the campaign's was on a card while a point was measured",
  settle: "Stop the other process, or name it as part of what is measured; measure again.",
  async run({query, campaignId}) {
    const cards = await query<Card>(SQL, {campaign: campaignId});
    if (cards.length === 0) return told([], ["which processes were on the cards was not recorded"]);
    return told(
      cards
        .filter((c) => c.shared > 0)
        .map((c) => ({
          profile: c.profile,
          stage: c.stage,
          detail: `${c.gpu} held up to ${num(c.most)} other processes in ${num(c.shared)} of ${num(c.n)} samples.`,
          metrics: [
            ...DECODE_METRICS,
            ...PREFILL_METRICS,
            ...FIRST_OUTPUT_METRICS,
            "e2e_ms",
            "output_tok_s",
            "reserve"
          ],
          request_ids: c.ids ?? [],
          files: ["telemetry/gpu.jsonl"]
        }))
    );
  }
};
