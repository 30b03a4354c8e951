/** Token counts of an OpenAI-style `usage` object, in either spelling (chat completions, responses). */
import {z} from "zod";
import type {RequestDraft} from "./draft.js";
import {amount} from "./shape.js";
import {count} from "./units.js";

const Details = z.looseObject({cached_tokens: amount, reasoning_tokens: amount}).nullish();
export const Usage = z
  .looseObject({
    prompt_tokens: amount,
    completion_tokens: amount,
    input_tokens: amount,
    output_tokens: amount,
    reasoning_tokens: amount,
    prompt_tokens_details: Details,
    input_tokens_details: Details,
    output_tokens_details: Details
  })
  .nullish();
export type Usage = z.infer<typeof Usage>;

/** The server's counts as request fields. Cached tokens stay null where the answer does not carry them. */
export function usageFields(usage: Usage): Partial<RequestDraft> {
  const output = count(usage?.completion_tokens ?? usage?.output_tokens);
  const cached = cachedTokens(usage);
  return {
    prompt_tokens: count(usage?.prompt_tokens ?? usage?.input_tokens),
    output_tokens: output,
    output_tokens_basis: output === null ? null : "usage",
    reasoning_tokens: count(usage?.reasoning_tokens ?? usage?.output_tokens_details?.reasoning_tokens),
    cached_tokens: cached,
    cached_basis: cached === null ? null : "usage"
  };
}

const cachedTokens = (usage: Usage): number | null =>
  count(usage?.prompt_tokens_details?.cached_tokens ?? usage?.input_tokens_details?.cached_tokens);

/**
 * Absent cached tokens mean 0 once another response of the same file carried them: the server reports its cache and
 * leaves the detail out at 0 (design, section 3).
 */
export function absentIsZero(requests: RequestDraft[]): RequestDraft[] {
  if (!requests.some((r) => r.cached_basis === "usage")) return requests;
  return requests.map((r) =>
    r.cached_tokens == null && r.prompt_tokens != null ? {...r, cached_tokens: 0, cached_basis: "absent-is-zero"} : r
  );
}
