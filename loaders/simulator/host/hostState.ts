/** All that one boot of a simulated host knows; routes read it. */
import type {AnswerRule} from "../answer/planAnswer.js";
import type {JobListener} from "../engine/job.js";
import {Scheduler} from "../engine/scheduler.js";
import type {SimulatorConfig} from "../options.js";
import {Counters} from "./counters.js";
import {observe} from "./histogram.js";
import type {ServerTimes} from "./output.js";

const longestLog = 200_000;

export class HostState {
  readonly counters = new Counters();
  readonly scheduler: Scheduler;
  readonly times: ServerTimes[] = [];
  readonly created: number;
  readonly modelPath: string;
  port = 0;
  memFraction = 0.93;
  ready = true;
  rules: readonly AnswerRule[] = [];
  #requests = 0;
  #windowTokens = 0;
  #windowMs = 0;

  constructor(readonly config: SimulatorConfig) {
    this.created = Math.floor(Date.now() / 1000);
    this.modelPath = `/models/${config.model.name}`;
    this.scheduler = new Scheduler(config, {
      prefilled: (prompt, cached, _images, queueMs) => this.counters.prefilled(prompt, cached, queueMs),
      stepped: (tokens, ms) => this.#stepped(tokens, ms),
      ended: (reason, usage) => {
        this.counters.generationTokens += usage.completionTokens;
        if (reason === "abort") this.counters.aborted++;
      }
    });
  }

  get poolTokens(): number {
    return this.config.model.contextTokens;
  }

  memoryUsage(): Record<string, number> {
    return {weight: 0, kvcache: 0, token_capacity: this.poolTokens, graph: 0};
  }

  /** False while requests run. */
  flush(): boolean {
    return this.scheduler.flush();
  }

  /** A new request's number and its place in the log of server times. */
  open(): {index: number; times: ServerTimes} {
    const index = this.#requests++;
    const times: ServerTimes = {
      request_id: "",
      received_ns: Number(process.hrtime.bigint()),
      first_output_ns: null,
      last_output_ns: null,
      end_ns: null,
      output_events: 0,
      prompt_tokens: 0,
      cached_tokens: 0,
      output_tokens: 0,
      finish_reason: null
    };
    this.times.push(times);
    if (this.times.length > longestLog) this.times.shift();
    return {index, times};
  }

  /** Adds the server's counts and latencies to what a listener hears. */
  watch(listener: JobListener, times: ServerTimes): JobListener {
    const since = (): number => (Number(process.hrtime.bigint()) - times.received_ns) / 1e9;
    return {
      started: () => {
        observe(this.counters.ttft, since());
        listener.started();
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

  /** The gauge moves every 40 steps and then stays: a sticky gauge, as on the real server. */
  #stepped(tokens: number, ms: number): void {
    this.#windowTokens += tokens;
    this.#windowMs += ms;
    if (this.#windowTokens < 40) return;
    this.counters.genThroughput = this.#windowTokens / (this.#windowMs / 1000);
    this.#windowTokens = 0;
    this.#windowMs = 0;
  }
}
