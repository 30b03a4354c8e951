import type {Derived} from "../../schema/request.js";
import {tpotMs} from "../tpotMs.js";

/**
 * What cannot be true of one request, each as a sentence with its numbers; empty when nothing is wrong.
 * Order of times, the span of all tokens against the whole, counts against each other. Source: design, section 8.3, implausible.
 */
export function implausible(r: Derived): string[] {
  const found: string[] = [];
  const times = [
    ["0", 0],
    ["ttfo_ms", r.ttfo_ms],
    ["ttft_ms", r.ttft_ms],
    ["last_output_ms", r.last_output_ms],
    ["e2e_ms", r.e2e_ms]
  ].filter((pair): pair is [string, number] => pair[1] !== null);
  times.slice(1).forEach(([name, t], i) => {
    const [before, earlier] = times[i] ?? ["0", 0];
    if (t < earlier) found.push(`${name} ${t} lies before ${before} ${earlier}`);
  });
  const tpot = tpotMs(r);
  const {first_delta_tokens: k, last_delta_tokens: m} = r;
  if (tpot !== null && k !== null && m !== null && r.ttfo_ms !== null && r.e2e_ms !== null) {
    const span = r.ttfo_ms + (m - k) * tpot;
    if (span > 1.001 * r.e2e_ms + 1) found.push(`all tokens take ${span} ms, the whole request ${r.e2e_ms} ms`);
  }
  if (r.ttft_ms === 0 && (r.output_tokens ?? 0) > 0) found.push("ttft_ms is 0 and there are tokens");
  if (r.cached_tokens !== null && r.prompt_tokens !== null && r.cached_tokens > r.prompt_tokens)
    found.push(`${r.cached_tokens} cached of ${r.prompt_tokens} prompt tokens`);
  return found;
}
