import {describe, expect, it} from "vitest";
import type {OutputToken} from "../../loaders/simulator/answer/answer.js";
import {type EngineEffects, Scheduler} from "../../loaders/simulator/engine/scheduler.js";
import {decodeScaleOf, defaultModel, type ModelSpec} from "../../loaders/simulator/options.js";
import {HostMemory} from "../../loaders/simulator/memory/hostMemory.js";
import {cardMib} from "../../loaders/simulator/memory/machine.js";
import {modelSizes} from "../../loaders/simulator/memory/modelSizes.js";
import {poolTokens} from "../../loaders/simulator/memory/poolTokens.js";
import {parseCommand} from "../../loaders/simulator/host/parseCommand.js";

/** A clock that jumps from timer to timer. */
class VirtualClock implements EngineEffects {
  #now = 0;
  #timers: {at: number; task: () => void}[] = [];

  now(): number {
    return this.#now;
  }

  later(task: () => void, ms: number): {cancel(): void} {
    const timer = {at: this.#now + ms, task};
    this.#timers.push(timer);
    return {cancel: () => void (this.#timers = this.#timers.filter((one) => one !== timer))};
  }

  run(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#now = next.at;
      next.task();
    }
  }

  #next(): {at: number; task: () => void} | undefined {
    this.#timers.sort((a, b) => a.at - b.at);
    return this.#timers.shift();
  }
}

const token: OutputToken = {channel: "content", text: " so", call: -1};

interface Timed {
  ttftMs: number;
  decodeTokS: number;
}

/** Runs requests of `promptTokens` on a server of its own; all are sent at once. */
function measure(change: Partial<ModelSpec>, promptTokens: number, count: number, timeScale = 1): Timed[] {
  const clock = new VirtualClock();
  const model = {...defaultModel, ...change, firstPrefillMs: 0};
  const config = {model, timeScale, decodeScale: decodeScaleOf(timeScale, model.stepMs), seed: 5, poolTokens: 600_000};
  const scheduler = new Scheduler(config, {}, clock);
  const timed: Timed[] = [];
  for (let i = 0; i < count; i++) {
    let first = 0;
    let last = 0;
    let counted = 0;
    scheduler.submit({
      id: String(i),
      promptIds: Array.from({length: promptTokens}, (_, k) => (k * 7 + i) % 150_000),
      cacheSalt: String(i),
      output: Array.from({length: 600}, () => token),
      maxTokens: 500,
      acceptance: model.acceptance,
      images: 0,
      seed: i + 1,
      listener: {
        started: () => (first = clock.now()),
        tokens: (_, usage) => {
          last = clock.now();
          counted = usage.completionTokens;
        },
        finished: () => timed.push({ttftMs: first, decodeTokS: (counted - 1) / ((last - first) / 1000)})
      }
    });
  }
  clock.run();
  return timed;
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const decode = (timed: Timed[]): number => median(timed.map((one) => one.decodeTokS));
const one = (change: Partial<ModelSpec>, tokens: number, scale = 1): Timed =>
  measure(change, tokens, 1, scale)[0] ?? {ttftMs: NaN, decodeTokS: NaN};

const none = {speculativeSteps: 0};

describe("timing model", () => {
  it("decodes at about 75 tok/s without speculation and about 103 with it at 4K", () => {
    expect(one(none, 2969).decodeTokS).toBeGreaterThan(72);
    expect(one(none, 2969).decodeTokS).toBeLessThan(77);
    expect(one({}, 2969).decodeTokS).toBeGreaterThan(96);
    expect(one({}, 2969).decodeTokS).toBeLessThan(113);
  });

  it("keeps speculation ahead at 120K, by less", () => {
    const ratio = one({}, 96_278).decodeTokS / one(none, 96_278).decodeTokS;
    expect(ratio).toBeGreaterThan(1.15);
    expect(ratio).toBeLessThan(one({}, 2969).decodeTokS / one(none, 2969).decodeTokS);
  });

  it("prefills cold prompts at the worked example's rates", () => {
    const rate = (tokens: number): number => tokens / (one({}, tokens).ttftMs / 1000);
    expect(rate(2969)).toBeGreaterThan(3_500);
    expect(rate(2969)).toBeLessThan(5_000);
    for (const tokens of [96_278, 189_627]) {
      expect(rate(tokens)).toBeGreaterThan(5_300);
      expect(rate(tokens)).toBeLessThan(6_100);
    }
  });

  it("slows a stream down with company, and gives more tokens in all", () => {
    const [c1, c4] = [decode(measure({}, 2969, 1)), decode(measure({}, 2969, 4))];
    expect(c4).toBeLessThan(c1 * 0.6);
    expect(c4 * 4).toBeGreaterThan(c1 * 1.3);
  });

  it("keeps the ratio of two recipes at any time scale, and no step below 5 ms", () => {
    const ratio = (scale: number): number => one({}, 2969, scale).decodeTokS / one(none, 2969, scale).decodeTokS;
    expect(ratio(0.01)).toBeCloseTo(ratio(1), 1);
    expect(one(none, 2969, 0.001).decodeTokS).toBeLessThanOrEqual(200);
    expect(one({}, 96_278, 0.1).ttftMs).toBeLessThan(2_000);
  });

  it("is the same run for the same seed", () => {
    expect(measure({}, 3000, 4)).toEqual(measure({}, 3000, 4));
  });
});

/** Free MiB at idle and after images and a prompt of nearly the whole context. */
function reserve(context: number, maxRunning: number, longest: number): {idle: number; after: number} {
  const flags = `--model-path /models/GLM-5.3-Flash-NVFP4 --context-length ${context} --max-running-requests ${maxRunning}`;
  const spec = "--speculative-algorithm EAGLE --speculative-num-steps 3 --speculative-adaptive";
  const launch = parseCommand(`python3 -m sglang.launch_server ${flags} ${spec}`.split(" "), defaultModel);
  const sizes = modelSizes(launch.weights);
  const pool = poolTokens(launch.model, sizes, cardMib, launch.memFraction, launch.maxTotalTokens);
  expect(pool).toBe(Math.floor(context / 64) * 64);
  const memory = new HostMemory(launch.model, sizes, pool);
  const idle = Math.floor(cardMib - memory.usedMib);
  memory.prefilled(3_000, 1);
  memory.prefilled(longest, 0);
  return {idle, after: Math.floor(cardMib - memory.usedMib)};
}

describe("memory model", () => {
  it("keeps the reserve after the workload at 240K", () => {
    const {idle, after} = reserve(245_760, 1, 189_627);
    expect(idle).toBeGreaterThan(4_500);
    expect(after).toBeGreaterThan(3_400);
    expect(after).toBeLessThan(3_600);
  });

  it("passes at idle and fails after the workload at 393K", () => {
    const {idle, after} = reserve(393_216, 1, 360_000);
    expect(idle).toBeGreaterThan(3_072);
    expect(after).toBeGreaterThan(2_000);
    expect(after).toBeLessThan(2_250);
  });

  it("fails at 499K, alone and with four at once", () => {
    expect(reserve(499_712, 1, 450_000).after).toBeLessThan(1_500);
    expect(reserve(499_712, 4, 96_000).after).toBeLessThan(2_000);
    expect(reserve(499_712, 4, 96_000).after).toBeGreaterThan(0);
  });

  it("gives peaks back at a flush, kernels not", () => {
    const launch = parseCommand(["python3"], defaultModel);
    const memory = new HostMemory(launch.model, modelSizes(launch.weights), 131_072);
    const idle = memory.usedMib;
    memory.prefilled(100_000, 1);
    const worked = memory.usedMib;
    memory.flush();
    expect(memory.usedMib).toBeLessThan(worked);
    expect(memory.usedMib).toBeGreaterThan(idle);
  });
});
