import type {Derived} from "../../schema/request.js";
import {requestMetrics} from "../requestMetrics.js";
import {degenerateText} from "./degenerateText.js";
import {implausible} from "./implausible.js";

/** What the findings of one request need beside its record. An undeclared cache state counts as cold. */
export interface FindingContext {
  cacheDeclared: "cold" | "warm" | null;
  templateTokens: number | null;
}

/** Whether the cached part beyond the template prefix is above max(5 %, a page of 64) in a point not declared warm. */
export function isCacheWarm(
  r: Pick<Derived, "cached_tokens" | "prompt_tokens">,
  {cacheDeclared, templateTokens}: FindingContext,
  limits = {cache_share_max: 0.05, cache_page_tokens: 64}
): boolean {
  if (cacheDeclared === "warm" || r.prompt_tokens === null) return false;
  const beyond = (r.cached_tokens ?? 0) - (templateTokens ?? 0);
  // A count at the limit is not above it, whatever the last bits of the product say.
  return beyond > Math.max(limits.cache_share_max * r.prompt_tokens, limits.cache_page_tokens) * (1 + 1e-9);
}

/**
 * Ids of the audit rules (design, section 8.3) that one request shows by itself, with the default policy's numbers.
 * Rules that need other requests of the point are the campaign's audit.
 */
export function requestFindings(
  r: Derived,
  context: FindingContext = {cacheDeclared: null, templateTokens: null}
): string[] {
  const {decode_tok_s} = requestMetrics(r);
  const text = `${r.reasoning ?? ""}${r.content ?? ""}`;
  const unseen = (r.output_tokens ?? 0) > (r.last_delta_tokens ?? 0);
  const rules: [string, boolean][] = [
    ["cache-warm", isCacheWarm(r, context)],
    ["short-generation", decode_tok_s !== null && r.output_tokens !== null && r.output_tokens < 64],
    ["degenerate-output", degenerateText(text, r.finish_reason) !== null],
    ["decode-basis", decode_tok_s !== null && (r.decode_basis === "k-assumed-1" || unseen)],
    ["implausible", implausible(r).length > 0]
  ];
  return rules.flatMap(([rule, fires]) => (fires ? [rule] : []));
}
