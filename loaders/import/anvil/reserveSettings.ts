/** A reserve reading asks nothing of the server. */
export const reserveSettings = {
  nominal_prompt_tokens: null,
  concurrency: null,
  max_tokens: null,
  cache_declared: null,
  thinking: null,
  n_planned: null
} as const;
