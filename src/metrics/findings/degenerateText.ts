import {deflateSync} from "node:zlib";
import {periodicSuffix} from "./periodicSuffix.js";
import {repeatedGramShare} from "./repeatedGramShare.js";

/** The numbers of the policy's audit that this rule reads, in characters. */
export interface DegenerateLimits {
  degenerate_period_max: number;
  degenerate_suffix_min: number;
}

const DEFAULTS: DegenerateLimits = {degenerate_period_max: 200, degenerate_suffix_min: 96};

/**
 * Whether a text is a repetition loop, and by what sign; null when it is not. Either its periodic suffix is at least
 * max(96, 3 periods) and the answer ended by `length` or is half loop, or more than half of its word 4-grams repeat an
 * earlier one and zlib shrinks it below a fifth. Source: design, section 8.3, degenerate-output.
 */
export function degenerateText(
  text: string,
  finishReason: string | null,
  limits: DegenerateLimits = DEFAULTS
): string | null {
  const {length, period} = periodicSuffix(text, limits.degenerate_period_max, limits.degenerate_suffix_min);
  if (length > 0 && (finishReason === "length" || 2 * length >= text.length))
    return `the last ${length} of ${text.length} characters repeat every ${period}`;
  const share = repeatedGramShare(text, 4);
  if (share <= 0.5) return null;
  const bytes = Buffer.from(text);
  const ratio = deflateSync(bytes).length / bytes.length;
  return ratio < 0.2
    ? `${(100 * share).toFixed(1)} % of its word 4-grams repeat and it compresses to ${(100 * ratio).toFixed(1)} %`
    : null;
}
