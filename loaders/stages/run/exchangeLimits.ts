import type {Plan} from "../../../src/schema/plan.js";
import type {ExchangeLimits} from "../../host/client/index.js";

/** No server is expected to prefill slower than this, tokens a second. */
const SLOWEST_PREFILL = 1000;
/** More than any server spends on an event of one token with its usage. */
const BYTES_PER_TOKEN = 1024;
/** Beyond it no answer is kept: one that is whole in memory, parsed once, stays under 300 MB of process. */
const MOST_BYTES = 12 * 1024 * 1024;

/**
 * Limits of one request: the first output may take five times what a slow server needs for this prompt, and never less than
 * the plan says; the amount kept is bounded by what `max_tokens` can fill.
 */
export function exchangeLimits(limits: Plan["limits"], maxTokens: number, promptTokens: number | null): ExchangeLimits {
  const firstOutputS = Math.max(limits.first_output_s, (5 * (promptTokens ?? 0)) / SLOWEST_PREFILL);
  return {
    firstOutputS,
    stallS: limits.stall_s,
    totalS: Math.max(limits.total_s, firstOutputS),
    maxBytes: Math.min(MOST_BYTES, Math.max(4 * 1024 * 1024, maxTokens * BYTES_PER_TOKEN)),
    maxReads: Math.max(20_000, maxTokens * 16)
  };
}
