import type {Derived} from "../../schema/request.js";
import {tpotMs} from "../tpotMs.js";

/**
 * What cannot be true of one request, each as a sentence with its numbers; empty when nothing is wrong.
 * Order of times, the span of all tokens against the whole, counts against each other. Source: design, section 8.3, implausible.
 */
export function implausible(r: Derived): string[] {
  const found: string[] = [];
  let before = "0";
  let earlier = 0;
  for (const name of ["ttfo_ms", "ttft_ms", "last_output_ms", "e2e_ms"] as const) {
    const t = r[name];
    if (t === null) continue;
    if (t < earlier) found.push(`${name} ${t} lies before ${before} ${earlier}`);
    [before, earlier] = [name, t];
  }
  // ttfo + (m - k) tpot: that product is the generation time, where there is a tpot at all.
  const tokensMs = tpotMs(r) === null ? null : r.generation_ms;
  if (tokensMs !== null && r.ttfo_ms !== null && r.e2e_ms !== null) {
    const span = r.ttfo_ms + tokensMs;
    if (span > 1.001 * r.e2e_ms + 1) found.push(`all tokens take ${span} ms, the whole request ${r.e2e_ms} ms`);
  }
  if (r.ttft_ms === 0 && (r.output_tokens ?? 0) > 0) found.push("ttft_ms is 0 and there are tokens");
  if (r.prompt_tokens !== null && (r.cached_tokens ?? 0) > r.prompt_tokens)
    found.push(`${r.cached_tokens} cached of ${r.prompt_tokens} prompt tokens`);
  return found;
}
