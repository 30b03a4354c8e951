/** Metrics of a request that may be compared: which direction is better, and the column that holds the basis where there are several ways. */
export const COMPARABLE_METRICS: Record<
  string,
  {better: "higher" | "lower"; basisColumn: string | null; /** Only of requests long enough to time. */ rate?: true}
> = {
  decode_tok_s: {better: "higher", basisColumn: "decode_basis", rate: true},
  tpot_ms: {better: "lower", basisColumn: "decode_basis", rate: true},
  effective_prefill_tok_s: {better: "higher", basisColumn: "prefill_basis"},
  uncached_prefill_tok_s: {better: "higher", basisColumn: "prefill_basis"},
  ttfo_ms: {better: "lower", basisColumn: null},
  ttft_ms: {better: "lower", basisColumn: null},
  e2e_ms: {better: "lower", basisColumn: null},
  chunk_gap_ms_p50: {better: "lower", basisColumn: null},
  max_stall_ms: {better: "lower", basisColumn: null},
  output_tokens: {better: "higher", basisColumn: "output_tokens_basis"},
  tokens_per_chunk: {better: "higher", basisColumn: "output_tokens_basis"},
  accept_length: {better: "higher", basisColumn: null}
};
