import {DECODE_METRICS, FIRST_OUTPUT_METRICS, POINTS, PREFILL_METRICS} from "./points.js";
import {reportedNonsense} from "./reportedNonsense.js";
import {told, type Rule, type Seen} from "./rule.js";
import {count} from "./say.js";

interface Check {
  condition: string;
  says: string;
  metrics: string[];
}

const TIMES = [...FIRST_OUTPUT_METRICS, ...PREFILL_METRICS, ...DECODE_METRICS, "e2e_ms"];

/** Conditions over one request that no real request meets. Null in any operand: not met. */
const CHECKS: Check[] = [
  {
    condition: `ttfo_ms < 0 or ttft_ms < ttfo_ms or last_output_ms < coalesce(ttft_ms, ttfo_ms) or e2e_ms < last_output_ms
      or e2e_ms < coalesce(ttft_ms, ttfo_ms)`,
    says: "times are out of order (0 <= first output <= first content <= last output <= end)",
    metrics: TIMES
  },
  {
    condition: "ttfo_ms + generation_ms > 1.001 * e2e_ms + 1 and coalesce(decode_basis, '') <> 'e2e-minus-ttft'",
    says: "first output plus generation exceeds the end",
    metrics: [...DECODE_METRICS, "e2e_ms"]
  },
  {
    condition: "(ttft_ms = 0 or ttfo_ms = 0) and output_tokens > 0",
    says: "the first token came at 0 ms: no measurement",
    metrics: [...FIRST_OUTPUT_METRICS, ...PREFILL_METRICS, ...DECODE_METRICS]
  },
  {
    condition: "cached_tokens > prompt_tokens",
    says: "more tokens are cached than the prompt holds",
    metrics: PREFILL_METRICS
  },
  {
    condition: "accept_length > depth + 1 + 1e-9",
    says: "more tokens a step are accepted than the speculation depth allows",
    metrics: ["accept_length", ...DECODE_METRICS]
  },
  {
    // Whatever the hardware: a client's clock and socket cannot tell tokens that are this close.
    condition:
      "generation_ms / (last_delta_tokens - first_delta_tokens) < 0.1 and last_delta_tokens > first_delta_tokens",
    says: "a token comes every tenth of a millisecond or faster, so the output came in one piece",
    metrics: DECODE_METRICS
  },
  {
    condition: "decode_tok_s > decode_ceiling_tok_s",
    says: "the decode rate exceeds the declared ceiling of the hardware",
    metrics: DECODE_METRICS
  },
  {
    condition: "greatest(effective_prefill_tok_s, uncached_prefill_tok_s) > prefill_ceiling_tok_s",
    says: "the prefill rate exceeds the declared ceiling of the hardware",
    metrics: PREFILL_METRICS
  }
];

interface Hit {
  profile: string;
  stage: string;
  check_index: number;
  n: number;
  ids: string[];
  files: string[];
}

const SQL = `${POINTS}, depths as materialized (
  select profile, stage, greatest((server_before->>'$.spec_steps')::double, (server_after->>'$.spec_steps')::double) as depth
  from stages where campaign_id = $campaign
), joined as (
  select p.*, c.decode_ceiling_tok_s, c.prefill_ceiling_tok_s, d.depth
  from points p join campaigns c on c.campaign_id = $campaign join depths d on d.profile = p.profile and d.stage = p.stage
  where p.status = 'ok'
), hits as (
  select profile, stage, request_id, "index", evidence_file,
    unnest([${CHECKS.map((c, i) => `case when ${c.condition} then ${i} end`).join(", ")}]) as check_index
  from joined where ${CHECKS.map((c) => `coalesce(${c.condition}, false)`).join(" or ")}
)
select profile, stage, check_index, count(*) as n, list(request_id order by "index") as ids, list(distinct evidence_file) as files
from hits where check_index is not null group by all order by profile, stage, check_index`;

export const implausible: Rule = {
  id: "implausible",
  severity: "invalidates",
  title: "Figures that cannot be",
  why: "A value that contradicts its own definition, another value of the same run or the hardware is a fault of the measurement, whatever caused it.",
  fires:
    "times of a request are out of order; first output plus generation exceeds the end; a first token at 0 ms with tokens; peak below mean; cached above prompt; accepted length above depth + 1; a token every 0.1 ms or faster; sampled in-flight off Little's law by more than 2 %; a rate above the declared ceiling",
  settle: "Find the fault in the tool or in the clock; measure again.",
  async run(context) {
    const hits = await context.query<Hit>(SQL, {campaign: context.campaignId});
    const seen = hits.flatMap((h): Seen[] => {
      const check = CHECKS[h.check_index];
      if (!check) return [];
      return [
        {
          profile: h.profile,
          stage: h.stage,
          detail: `${count(h.n, "request")} of this point: ${check.says}.`,
          metrics: check.metrics,
          request_ids: h.ids,
          files: h.files
        }
      ];
    });
    return told([...seen, ...(await reportedNonsense(context))]);
  }
};
