import {Decision} from "../../src/schema/decision.js";

const hash = (letter: string) => letter.repeat(64);

type Value = Decision["values"][number];

/** One published value of the sample, with a lineage of three requests and one file. */
export function sampleValue(part: Partial<Value> & {id: string; value: number | null}): Value {
  const [profile = "p", stage = "s"] = part.id.split("/");
  const {id, value, ...rest} = part;
  return {
    id,
    name: part.id.split("/")[2] ?? part.id,
    value,
    unit: "tok/s",
    n: 3,
    lo: value === null ? null : value * 0.95,
    hi: value === null ? null : value * 1.1,
    coverage: value === null ? null : 0.75,
    basis: "usage-continuous",
    reason: value === null ? "no /metrics on this server" : null,
    findings: [],
    without_suspects: null,
    lineage: {
      view: "stage_summary",
      sql: `SELECT median(decode_tok_s) FROM request_metrics WHERE profile = '${profile}' AND stage = '${stage}'`,
      request_ids: [0, 1, 2].map((i) => `${profile}/${stage}#${i}`),
      files: [{path: `${profile}/${stage}.requests.jsonl`, sha256: hash("b")}]
    },
    ...rest
  };
}

const GATES = [
  ["preflight", "function"],
  ["thinking", "function"],
  ["quality", "workload"],
  ["multimodal", "workload"],
  ["endurance", "workload"],
  ["reserve", "policy"],
  ["restoration", "function"]
] as const;

const profile = (name: string, failing: string | null) =>
  GATES.map(([gate, kind]) => ({
    profile: name,
    gate,
    class: kind,
    required: true,
    verdict: gate === failing ? ("fail" as const) : ("pass" as const),
    reason: gate === "quality" ? "15 of 15, 5 tasks of 5, at least 54.9 %" : `${gate} as the policy asks`,
    threshold: gate === "reserve" ? 3072 : null,
    value: gate === "reserve" ? (failing === "reserve" ? 2101 : 3487) : null,
    files: [`${name}/09-${gate}.json`]
  }));

/** A decision in the shape of the worked example, small enough to read; `hostile` goes into every free text. */
export function sampleDecision(hostile = "", change: Partial<Decision> = {}): Decision {
  return Decision.parse({
    schema: "assay.decision/v1",
    campaign_id: "2026-01-02-sample",
    root_hash: hash("a"),
    as_of: null,
    simulated: false,
    complete: true,
    identity: {
      model: `org/model@0123${hostile}`,
      image: `host/image@sha256:${hash("c")}`,
      served_model: "model",
      hardware: `2x card${hostile}`,
      context_tokens: 245760,
      concurrency: 1,
      recipe: "recipes/model.toml",
      unpinned: false
    },
    verdict: {
      sentence: `The small profile is verified; promotion is not authorised.${hostile}`,
      why: [`All seven gates pass.${hostile}`, "The large profile leaves too little memory."]
    },
    profiles: [
      {profile: "small", outcome: "verified", reason: "all gates pass"},
      {profile: "large", outcome: "policy-infeasible", reason: `2 101 MiB free of 3 072${hostile}`}
    ],
    selected: "small",
    sample_count: 160,
    gates: [...profile("small", null), ...profile("large", "reserve")],
    values: [
      sampleValue({
        id: "small/04-capacity-4k-c1/decode_tok_s_p50",
        value: 108.56707566336496,
        findings: ["few-samples"]
      }),
      sampleValue({id: "small/04-capacity-4k-c1/ttft_ms_p50", value: 253.1, unit: "ms"}),
      sampleValue({
        id: "small/04-capacity-4k-c1/effective_prefill_tok_s_p50",
        value: 16545.04470689107,
        findings: ["cache-warm"],
        without_suspects: {value: 3729.4, n: 1}
      }),
      sampleValue({id: "small/05-capacity-120k-c1/decode_tok_s_p50", value: 93.3469984676811}),
      sampleValue({id: "small/05-capacity-120k-c1/accept_length_p50", value: null, n: null}),
      sampleValue({id: "large/04-capacity-4k-c1/decode_tok_s_p50", value: 101.25})
    ],
    comparisons: [
      {
        comparison_id: "speculation-4k",
        metric: "decode_tok_s",
        baseline: "plain",
        candidate: "adaptive",
        nominal_prompt_tokens: 4096,
        concurrency: 1,
        unit: "request",
        scope: "in these boots",
        better: "higher",
        primary: true,
        n_baseline: 3,
        n_candidate: 3,
        p50_baseline: 74.1,
        p50_candidate: 103.5,
        p50_ratio: 1.397,
        ratio: 1.397,
        lo: 1.177,
        hi: 2.469,
        coverage: 0.9,
        min_p: 0.1,
        p: 0.1,
        word: "too few samples",
        needs: 4,
        reason: `3 v 3 cannot prove it${hostile}`,
        samples: {
          baseline: [74.1, 72.7, 75.8].map((value, i) => ({
            request_id: `plain/04-capacity-4k-c1#${i}`,
            value,
            excluded: false
          })),
          candidate: [103.5, 89.2, 179.5].map((value, i) => ({
            request_id: `adaptive/04-capacity-4k-c1#${i}`,
            value,
            excluded: i === 2
          }))
        },
        excluded_request_ids: ["adaptive/04-capacity-4k-c1#2"],
        exploratory: {n_baseline: 2, n_candidate: 2, p50_ratio: 1.3, ratio: 1.3, lo: 1.17, hi: 1.42, coverage: 0.67},
        protected: [{metric: "ttft_ms", loss: 0.05, word: "cannot tell", lo: 0.8, hi: 1.2}],
        differs: [{setting: "speculative_algorithm", baseline: null, candidate: `EAGLE${hostile}`, allowed: true}]
      }
    ],
    findings: [
      {
        rule: "cache-warm",
        severity: "invalidates",
        profile: "small",
        stage: "04-capacity-4k-c1",
        detail: `4,032 of 4,096 prompt tokens came from the cache${hostile}`,
        why: "A cached prompt measures a lookup, not a prefill.",
        settle: "Flush before the point.",
        metrics: ["effective_prefill_tok_s"],
        comparison_id: null,
        request_ids: ["small/04-capacity-4k-c1#0"],
        files: ["small/04-capacity-4k-c1.requests.jsonl"]
      },
      {
        rule: "few-samples",
        severity: "weakens",
        profile: null,
        stage: null,
        detail: "3 v 3 attains p 0.10 at best",
        why: "No word stronger than this is possible.",
        settle: "4 boots an arm.",
        metrics: ["decode_tok_s"],
        comparison_id: "speculation-4k",
        request_ids: [],
        files: []
      }
    ],
    failures: [`NCCL failed once${hostile}`],
    limitations: [`Video was not qualified.${hostile}`],
    labels: {
      evidence: ["local-functional"],
      decision: ["verified", "challenger", "no-promotion"],
      reported: ["external-prior"]
    },
    promotion_authorized: false,
    amendments: [
      {
        kind: "review",
        by: `ann${hostile}`,
        at: "2026-01-03T00:00:00Z",
        standing: "claimed, unsigned",
        effect: false,
        reason: `looked at it${hostile}`,
        profile: null,
        gate: null
      }
    ],
    next_gate: "human decision before any promotion",
    rules_hash: hash("d"),
    ...change
  });
}
