/** All that one boot of a simulated host knows; routes read it. */
import type {AnswerRule} from "../answer/planAnswer.js";
import type {JobListener} from "../engine/job.js";
import {Scheduler} from "../engine/scheduler.js";
import type {FaultSet} from "../faults/faultSet.js";
import type {FaultyHost} from "../faults/fault.js";
import type {HostMemory} from "../memory/hostMemory.js";
import type {SimulatorConfig} from "../options.js";
import {Counters} from "./counters.js";
import {startForeignLoad} from "./foreignLoad.js";
import {observe} from "./histogram.js";
import type {Launch} from "./launch.js";
import {emptyTimes, monotonicNs, type ServerTimes} from "./output.js";

const longestLog = 200_000;

/** What a state asks of the process that it lives in. */
export interface HostOwner {
  /** Free memory of a card, MiB, this process counted. */
  freeMib(): number;
  outOfMemory(): void;
  restart(): void;
  shareCards(mib: number): void;
  log(line: string): void;
}

export interface HostParts {
  config: SimulatorConfig;
  launch: Launch;
  memory: HostMemory;
  faults: FaultSet;
  rules: readonly AnswerRule[];
  owner: HostOwner;
}

export class HostState implements FaultyHost {
  readonly counters = new Counters();
  readonly scheduler: Scheduler;
  readonly times: ServerTimes[] = [];
  readonly created = Math.floor(Date.now() / 1000);
  readonly config: SimulatorConfig;
  readonly launch: Launch;
  readonly memory: HostMemory;
  readonly faults: FaultSet;
  readonly rules: readonly AnswerRule[];
  port = 0;
  ready = false;
  /** A fault: every flush is refused. */
  refusesFlush = false;
  #stopForeign: (() => void) | null = null;
  #windowTokens = 0;
  #windowMs = 0;

  constructor(readonly parts: HostParts) {
    this.config = {...parts.config, model: parts.launch.model, apiKey: parts.launch.apiKey};
    this.launch = parts.launch;
    this.memory = parts.memory;
    this.faults = parts.faults;
    this.rules = parts.rules;
    this.scheduler = new Scheduler(
      {...this.config, poolTokens: parts.memory.poolTokens},
      {
        prefilled: (prompt, cached, images, queueMs) => {
          this.counters.prefilled(prompt, cached, queueMs);
          this.memory.prefilled(prompt, images);
          if (parts.owner.freeMib() <= 0) this.outOfMemory();
        },
        stepped: (tokens, ms) => this.#stepped(tokens, ms),
        ended: (reason, usage) => {
          this.counters.generationTokens += usage.completionTokens;
          if (reason === "abort") this.counters.aborted++;
        }
      }
    );
    parts.faults.booted(this);
  }

  get contextTokens(): number {
    return this.config.model.contextTokens;
  }

  get poolTokens(): number {
    return this.memory.poolTokens;
  }

  /** False while requests run. */
  flush(): boolean {
    if (this.refusesFlush || !this.scheduler.flush()) return false;
    this.memory.flush();
    return true;
  }

  leak(mib: number): void {
    this.memory.leak(mib);
    if (this.parts.owner.freeMib() <= 0) this.outOfMemory();
  }

  outOfMemory(): void {
    this.parts.owner.outOfMemory();
  }

  restart(): void {
    this.parts.owner.restart();
  }

  forceDepth(depth: number): void {
    this.scheduler.speculation.force(depth);
  }

  pretendCached(share: number): void {
    this.scheduler.pretendCached = share;
  }

  keepCache(): void {
    this.refusesFlush = true;
  }

  startForeignLoad(): void {
    this.#stopForeign = startForeignLoad(this.scheduler, this.config);
  }

  shareCards(mib: number): void {
    this.parts.owner.shareCards(mib);
  }

  close(): void {
    this.ready = false;
    this.#stopForeign?.();
    this.scheduler.abortAll();
  }

  /** The log of server times gets a new request's place. */
  open(): ServerTimes {
    const times = emptyTimes();
    this.times.push(times);
    if (this.times.length > longestLog) this.times.shift();
    return times;
  }

  /** Adds the server's counts and latencies to what a listener hears. */
  watch(listener: JobListener, times: ServerTimes, prefilled: () => void): JobListener {
    const since = (): number => (monotonicNs() - times.received_ns) / 1e9;
    return {
      started: () => {
        observe(this.counters.ttft, since());
        listener.started();
        prefilled();
      },
      tokens: (tokens, usage) => listener.tokens(tokens, usage),
      finished: (reason, usage) => {
        observe(this.counters.e2e, since());
        times.prompt_tokens = usage.promptTokens;
        times.cached_tokens = usage.cachedTokens;
        times.output_tokens = usage.completionTokens;
        times.finish_reason = reason;
        listener.finished(reason, usage);
      }
    };
  }

  /** The gauge moves every 40 tokens and then stays: a sticky gauge, as on the real server. */
  #stepped(tokens: number, ms: number): void {
    this.#windowTokens += tokens;
    this.#windowMs += ms;
    if (this.#windowTokens < 40) return;
    this.counters.genThroughput = this.#windowTokens / (this.#windowMs / 1000);
    this.#windowTokens = 0;
    this.#windowMs = 0;
  }
}
