/** The engine's loop: waiting requests are prefilled first, then all running ones decode a step. One timer drives it. */
import type {OutputToken} from "../answer/answer.js";
import type {ModelSpec} from "../options.js";
import {shortestStepMs} from "../options.js";
import type {Random} from "../random.js";
import {jitter, seeded} from "../random.js";
import type {FinishReason, JobSpec, Usage} from "./job.js";
import {pageKeys, pageTokens, PrefixCache} from "./prefixCache.js";
import {Speculation} from "./speculation.js";
import {prefillMs, stepMs} from "./timing.js";

interface Running extends JobSpec {
  emitted: number;
  usage: Usage;
  keys: number[];
  random: Random;
  arrivedMs: number;
}

/** Where the engine reports what it does: counters, and memory that grows with the work. */
export interface EngineWatcher {
  prefilled?(promptTokens: number, cachedTokens: number, images: number, queueMs: number): void;
  stepped?(tokens: number, stepMs: number): void;
  ended?(reason: FinishReason, usage: Usage): void;
}

export interface SchedulerConfig {
  model: ModelSpec;
  timeScale: number;
  decodeScale: number;
  seed: number;
  /** Tokens of the KV pool. */
  poolTokens: number;
}

/** Clock and timer of the engine. */
export interface EngineEffects {
  now(): number;
  later(task: () => void, ms: number): {cancel(): void};
}

export const realEngineEffects: EngineEffects = {
  now: () => performance.now(),
  later: (task, ms) => {
    const timer = setTimeout(task, ms);
    return {cancel: () => clearTimeout(timer)};
  }
};

const prefillBudgetTokens = 8192;
/** A timer that is later than this has lost its rhythm (a suspended process): start a new one. */
const forgiveMs = 50;

export class Scheduler {
  readonly cache: PrefixCache;
  readonly speculation: Speculation;
  readonly #waiting: Running[] = [];
  readonly #running: Running[] = [];
  readonly #random: Random;
  #timer: {cancel(): void} | null = null;
  #deadline = 0;
  #prefills = 0;
  #prefilling: Running[] = [];
  #paused = false;
  /** Share of every prompt that counts as cached whether it is or not (a fault); 0 is none. */
  pretendCached = 0;

  constructor(
    readonly config: SchedulerConfig,
    readonly watcher: EngineWatcher = {},
    readonly effects: EngineEffects = realEngineEffects
  ) {
    this.cache = new PrefixCache(config.poolTokens);
    this.speculation = new Speculation(config.model.speculativeSteps, config.model.adaptive);
    this.#random = seeded(config.seed);
  }

  get runningCount(): number {
    return this.#running.length + this.#prefilling.length;
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  get usedTokens(): number {
    return this.#running.reduce((sum, job) => sum + job.promptIds.length + job.emitted, 0);
  }

  submit(spec: JobSpec): void {
    const usage = {promptTokens: spec.promptIds.length, completionTokens: 0, cachedTokens: 0, reasoningTokens: 0};
    const keys = pageKeys(spec.promptIds, spec.cacheSalt);
    const arrivedMs = this.effects.now();
    this.#waiting.push({...spec, emitted: 0, usage, keys, random: seeded(spec.seed), arrivedMs});
    if (!this.#timer && !this.#paused) {
      this.#deadline = arrivedMs;
      this.#next();
    }
  }

  /** Ends a request wherever it is. */
  abort(id: string): void {
    for (const list of [this.#waiting, this.#running, this.#prefilling]) {
      const at = list.findIndex((job) => job.id === id);
      const job = list[at];
      if (!job) continue;
      list.splice(at, 1);
      this.#end(job, "abort");
      return;
    }
  }

  abortAll(): void {
    for (const job of [...this.#running, ...this.#prefilling, ...this.#waiting]) this.abort(job.id);
    this.#timer?.cancel();
    this.#timer = null;
  }

  /** A hung engine: takes requests and does nothing. */
  pause(): void {
    this.#paused = true;
    this.#timer?.cancel();
    this.#timer = null;
  }

  /** False while requests run, as SGLang refuses. */
  flush(): boolean {
    if (this.runningCount + this.#waiting.length > 0) return false;
    this.cache.clear();
    this.speculation.reset();
    return true;
  }

  #next(): void {
    this.#timer = null;
    const room = this.config.model.maxRunning - this.#running.length;
    if (this.#waiting.length && room > 0 && this.#fits(this.#waiting[0])) this.#startPrefill(room);
    else if (this.#running.length) this.#startStep();
  }

  /** Whether the pool has room for one more request, its answer included. */
  #fits(job: Running | undefined): boolean {
    if (!job) return false;
    const held = [...this.#running, ...this.#prefilling].reduce((sum, one) => sum + this.#needs(one), 0);
    return held === 0 || held + this.#needs(job) <= this.config.poolTokens;
  }

  #needs(job: Running): number {
    return job.promptIds.length + Math.min(job.maxTokens, job.output.length);
  }

  #after(ms: number, task: () => void): void {
    const now = this.effects.now();
    if (now - this.#deadline > forgiveMs) this.#deadline = now;
    this.#deadline += ms;
    this.#timer = this.effects.later(task, Math.max(0, this.#deadline - now));
  }

  #startPrefill(room: number): void {
    const {model, timeScale} = this.config;
    const parts = [];
    let budget = prefillBudgetTokens;
    while (this.#waiting.length && this.#prefilling.length < room && budget > 0 && this.#fits(this.#waiting[0])) {
      const job = this.#waiting.shift();
      if (!job) break;
      job.usage.cachedTokens = Math.max(
        this.cache.match(job.keys, job.promptIds.length),
        Math.floor((job.promptIds.length * this.pretendCached) / pageTokens) * pageTokens
      );
      const uncachedTokens = job.promptIds.length - job.usage.cachedTokens;
      budget -= uncachedTokens;
      parts.push({uncachedTokens, promptTokens: job.promptIds.length});
      this.#prefilling.push(job);
    }
    const first = this.#prefills++ === 0 ? model.firstPrefillMs : 0;
    const ms = (prefillMs(model, parts) + first) * jitter(model.jitter, this.#random) * timeScale;
    const startedMs = this.effects.now();
    this.#after(ms, () => this.#endPrefill(startedMs));
  }

  #endPrefill(startedMs: number): void {
    const batch = this.#prefilling;
    this.#prefilling = [];
    for (const job of batch) {
      this.cache.insert(job.keys);
      this.watcher.prefilled?.(job.promptIds.length, job.usage.cachedTokens, job.images, startedMs - job.arrivedMs);
      job.listener.started();
      this.#running.push(job);
      this.#emit(job, 1);
    }
    this.#next();
  }

  #startStep(): void {
    const {model, decodeScale} = this.config;
    const ideal = stepMs(model, this.#running.length, this.speculation.depth, this.usedTokens);
    const ms = Math.max(shortestStepMs, ideal * decodeScale * jitter(model.jitter, this.#random));
    this.#after(ms, () => this.#endStep(ms));
  }

  #endStep(ms: number): void {
    let tokens = 0;
    for (const job of [...this.#running]) tokens += this.#emit(job, this.speculation.draw(job.acceptance, job.random));
    this.watcher.stepped?.(tokens, ms);
    this.#next();
  }

  /** Emits up to `count` tokens and ends the request where its text or its budget ends. Returns how many. */
  #emit(job: Running, count: number): number {
    const limit = Math.min(job.output.length, job.maxTokens);
    const tokens: OutputToken[] = [];
    const from = job.emitted;
    while (tokens.length < count && job.emitted < limit) {
      const token = job.output[job.emitted++];
      if (!token) break;
      tokens.push(token);
      if (token.channel === "reasoning") job.usage.reasoningTokens++;
    }
    job.usage.completionTokens = job.emitted;
    job.listener.tokens(tokens, job.usage);
    if (job.emitted >= limit) {
      const at = this.#running.indexOf(job);
      if (at >= 0) this.#running.splice(at, 1);
      const calls = job.output.some((token) => token.channel === "tool");
      this.#end(job, job.emitted < job.output.length ? "length" : calls ? "tool_calls" : "stop");
    }
    return job.emitted - from;
  }

  #end(job: Running, reason: FinishReason): void {
    this.watcher.ended?.(reason, job.usage);
    job.listener.finished(reason, job.usage);
  }
}
