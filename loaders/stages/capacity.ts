import {flushCache} from "../host/client/index.js";
import type {CalibratedPrompt} from "./prompts/promptBook.js";
import {promptCounter} from "./prompts/promptCounter.js";
import {closedLoop} from "./run/closedLoop.js";
import type {OpenStage} from "./run/openStage.js";
import type {RequestPlan} from "./run/requestPlan.js";
import type {StageDefinition, StageOutcome} from "./run/stageDefinition.js";

/** One measured point of a profile: a prompt size at a concurrency. */
export interface CapacityOptions {
  nominal_prompt_tokens: number;
  concurrency: number;
  max_tokens: number;
  repeats: number;
  cache: "cold" | "warm";
}

/** Warm-up requests have indexes above every measured one. */
const WARMUP_INDEX = 5000;
const WARMUP_TOKENS = 32;

/** A capacity point: warm-up on other prompts, an emptied cache, then repeats x C requests in a closed loop. */
export function capacityStage(point: CapacityOptions): StageDefinition {
  const planned = point.repeats * point.concurrency;
  const size = sizeText(point.nominal_prompt_tokens);
  return {
    kind: "capacity",
    slug: `capacity-${size}-c${point.concurrency}${point.cache === "warm" ? "-warm" : ""}`,
    planned,
    settings: {
      nominal_prompt_tokens: point.nominal_prompt_tokens,
      concurrency: point.concurrency,
      max_tokens: point.max_tokens,
      cache_declared: point.cache,
      thinking: "disabled",
      n_planned: planned
    },
    run: (stage) => runPoint(stage, point, `${size}-c${point.concurrency}`, planned)
  };
}

/** 4096 is 4k, 122880 is 120k; other sizes as they are. */
export function sizeText(tokens: number): string {
  if (tokens % 1024 === 0) return `${tokens / 1024}k`;
  return tokens % 1000 === 0 ? `${tokens / 1000}k` : String(tokens);
}

async function runPoint(
  stage: OpenStage,
  point: CapacityOptions,
  label: string,
  planned: number
): Promise<StageOutcome> {
  const notes: string[] = [];
  const count = promptCounter(stage, point.nominal_prompt_tokens);
  const {prompts} = stage.context;
  const make = (name: string) => prompts.prompt(`${label}-${name}`, point.nominal_prompt_tokens, count);
  const measured: CalibratedPrompt[] = [];
  for (let i = 0; i < planned; i += 1) measured.push(await make(`r${i}`));
  if (measured.some((prompt) => prompt.tokens === null))
    notes.push("the server gives no token count, so prompts could not be calibrated; their size is an estimate");

  const warmups: CalibratedPrompt[] = [];
  if (point.cache === "warm") warmups.push(...measured);
  else for (let i = 0; i < point.concurrency; i += 1) warmups.push(await make(`w${i}`));
  const jobs = warmups.map(
    (prompt) => () => stage.send(requestOf(stage, point, prompt, stage.spareIndex(WARMUP_INDEX), "warmup"))
  );
  await closedLoop(jobs, point.concurrency);

  let flushed: string | null = null;
  if (point.cache === "cold") {
    if (stage.context.mayFlush) {
      flushed = await flushCache(stage.context.client);
      notes.push(
        flushed === null ? "the prefix cache was flushed before the first measured request" : `no flush: ${flushed}`
      );
    } else notes.push("the server's cache is not ours to flush: every prompt has its own salt and cache_salt instead");
  }
  const records = await closedLoop(
    measured.map((prompt, i) => () => stage.send(requestOf(stage, point, prompt, i, "measured"))),
    point.concurrency
  );
  const cached = records.flatMap((record) => record.cached_tokens ?? []);
  if (cached.length > 0 && point.cache === "cold")
    notes.push(`cached tokens of the measured requests: ${Math.min(...cached)} to ${Math.max(...cached)}`);
  return {notes, settings: {flushed: point.cache === "cold" && stage.context.mayFlush && flushed === null}};
}

function requestOf(
  stage: OpenStage,
  point: CapacityOptions,
  prompt: CalibratedPrompt,
  index: number,
  phase: "warmup" | "measured"
): RequestPlan {
  const {model, temperature, seed, mayFlush, campaignId} = stage.context;
  const measured = phase === "measured";
  return {
    index,
    phase,
    purpose: null,
    chat: {
      model,
      messages: [{role: "user", content: prompt.text}],
      maxTokens: measured ? point.max_tokens : Math.min(point.max_tokens, WARMUP_TOKENS),
      temperature,
      seed,
      thinking: "disabled",
      cacheSalt: mayFlush || point.cache === "warm" ? null : `${campaignId}-${stage.stage}-${index}`
    },
    nominalPromptTokens: point.nominal_prompt_tokens,
    concurrency: point.concurrency,
    cacheDeclared: point.cache,
    promptId: prompt.promptId,
    promptSha256: prompt.sha256,
    fills: measured,
    expectedPromptTokens: prompt.tokens
  };
}
