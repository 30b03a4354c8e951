import type {Settings} from "./draft.js";

/** Settings of a load tool's point; what the file does not say is null. `percentile_method` names how the tool interpolates. */
export function pointSettings(part: Partial<Settings> & {percentile_method: string | null}): Settings {
  return {
    nominal_prompt_tokens: null,
    concurrency: null,
    max_tokens: null,
    cache_declared: null,
    thinking: null,
    n_planned: null,
    ...part
  };
}
