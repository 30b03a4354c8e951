import {afterEach} from "vitest";
import {startSimulator, type Simulator, type SimulatorOptions} from "../../loaders/simulator/index.js";
import {ask, stream, type Streamed} from "./support.js";

let open: Simulator[] = [];
afterEach(async () => {
  await Promise.all(open.map((simulator) => simulator.close()));
  open = [];
});

/** A simulator with one fault, closed after the test. */
export async function simulate(fault: string, options: SimulatorOptions = {}): Promise<Simulator> {
  const model = {stepMs: 5, draftStepMs: 0, verifyMs: 0, ...options.model};
  const simulator = await startSimulator({timeScale: 0.001, faults: [fault], ...options, model});
  open.push(simulator);
  return simulator;
}

/** A request of the load: a long prompt of its own that asks for prose. */
export function load(salt: string, words = 900): Record<string, unknown> {
  return {
    ...ask(`${salt} ${"one calm word follows another here ".repeat(words / 6)}\n\nContinue as a long text.`),
    max_tokens: 40
  };
}

/** So many requests of the load, one after another; one whose connection broke is `failed`. */
export async function loads(simulator: Simulator, count: number): Promise<Streamed[]> {
  const found: Streamed[] = [];
  for (let i = 0; i < count; i++)
    found.push(await stream(simulator.baseUrl, load(`salt ${i}`, 1500)).catch((): Streamed => failed));
  return found;
}

export const failed: Streamed = {status: 0, events: [], done: false, body: "", content: "", reasoning: ""};
