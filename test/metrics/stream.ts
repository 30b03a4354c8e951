import type {DeriveContext} from "../../src/metrics/wire/deriveRequest.js";
import type {Exchange} from "../../src/metrics/wire/exchange.js";
import {flatRecord} from "../../src/metrics/wire/flatRecord.js";

/** An event of a chat stream with this delta. */
export function event(delta: object, finish: string | null = null, usage?: object): string {
  const choices = [{index: 0, delta, finish_reason: finish}];
  return `data: ${JSON.stringify({id: "c", choices, ...(usage ? {usage} : {})})}\n\n`;
}
export const content = (text: string, usage?: object) => event({content: text}, null, usage);
export const usage = (prompt: number, output: number, more: object = {}) => ({
  prompt_tokens: prompt,
  completion_tokens: output,
  ...more
});
export const last = (counts: object) => `data: ${JSON.stringify({choices: [], usage: counts})}\n\n`;
export const DONE = "data: [DONE]\n\n";

/** Derives a stream of [t_ms, text], flat, as `derive` prints it. */
export function derived(
  frames: [number, string][],
  over: {end?: Exchange["end"]["kind"]; asked?: Partial<Exchange["asked"]>; head?: Exchange["head"]} = {},
  context?: DeriveContext
) {
  return flatRecord(
    null,
    {
      asked: {path: null, body: null, thinking: "default", max_tokens: null, tools: [], ...over.asked},
      head: over.head ?? null,
      pieces: frames.map(([t_ms, data]) => ({t_ms, data})),
      end: {t_ms: frames.at(-1)?.[0] ?? 0, kind: over.end ?? "end", error: null}
    },
    context
  );
}
