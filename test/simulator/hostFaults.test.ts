import {describe, expect, it} from "vitest";
import {type Simulator} from "../../loaders/simulator/index.js";
import {failed, load, loads, simulate} from "./faultLoad.js";
import {get, post, stream, type Streamed} from "./support.js";

describe("faults of the server and the machine", () => {
  const free = async (simulator: Simulator): Promise<number> => {
    const {body} = await get(
      `${simulator.controlUrl}/__simulator/smi?kind=gpu&fields=memory.free&format=nounits,noheader`
    );
    return Number(body.split("\n")[0]);
  };

  it("oom-long-context: the server is gone after a prompt of more than half the context", async () => {
    const simulator = await simulate("oom-long-context", {model: {contextTokens: 16_384}});
    await stream(simulator.baseUrl, load("long", 11_000)).catch(() => failed);
    await expect(get(`${simulator.baseUrl}/health`)).rejects.toThrow();
  });

  it("memory-leak and lazy-image-memory: memory goes and does not come back", async () => {
    const leaking = await simulate("memory-leak:mib=100");
    await loads(leaking, 1);
    const before = await free(leaking);
    await loads(leaking, 3);
    expect(before - (await free(leaking))).toBeGreaterThanOrEqual(300);
    expect((await post(`${leaking.baseUrl}/flush_cache`, {})).status).toBe(200);
    expect(before - (await free(leaking))).toBeGreaterThanOrEqual(-5);
  });

  it("restart-in-the-middle: counters begin again", async () => {
    const simulator = await simulate("restart-in-the-middle:first=1");
    const [first, second] = await loads(simulator, 2);
    expect(first?.done).toBe(true);
    expect(second).toBe(failed);
    for (;;) {
      const health = await get(`${simulator.baseUrl}/health`).catch(() => null);
      if (health?.status === 200) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(simulator.stats().requests).toBe(0);
  });

  it("depth-changed: /server_info tells another depth", async () => {
    const simulator = await simulate("depth-changed:first=0");
    const depth = async (): Promise<unknown> =>
      (
        JSON.parse((await get(`${simulator.baseUrl}/server_info`)).body) as {
          internal_states: {speculative_num_steps: number}[];
        }
      ).internal_states[0]?.speculative_num_steps;
    expect(await depth()).toBe(3);
    await loads(simulator, 1);
    expect(await depth()).toBe(1);
  });

  it("sticky-cache and warm-cache: cached tokens where none should be", async () => {
    const cached = (one: Streamed | undefined): unknown => one?.events.at(-1)?.usage?.prompt_tokens_details;
    const sticky = await simulate("sticky-cache");
    await loads(sticky, 1);
    expect((await post(`${sticky.baseUrl}/flush_cache`, {})).status).toBe(400);
    expect(cached((await loads(sticky, 1))[0])).toBeTruthy();
    expect(cached((await loads(await simulate("warm-cache"), 1))[0])).toBeTruthy();
  });

  it("foreign-load: the server counts requests that nobody here sent", async () => {
    const simulator = await simulate("foreign-load");
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(simulator.stats().requests).toBeGreaterThan(0);
  });

  it("wrong-served-model and no-metrics: another name, and no counters", async () => {
    expect((await get(`${(await simulate("wrong-served-model")).baseUrl}/v1/models`)).body).toContain("-other");
    expect((await get(`${(await simulate("no-metrics")).baseUrl}/metrics`)).status).toBe(404);
  });

  it("clock-throttled and gpu-shared: the cards show it", async () => {
    const field = async (simulator: Simulator, kind: string, fields: string): Promise<string> =>
      (await get(`${simulator.controlUrl}/__simulator/smi?kind=${kind}&fields=${fields}&format=nounits,noheader`)).body;
    const shared = await simulate("gpu-shared");
    expect(await field(shared, "apps", "process_name")).not.toContain("python3");
    await loads(shared, 1);
    expect(await field(shared, "apps", "process_name")).toContain("python3");
    const hot = await simulate("clock-throttled");
    const running = loads(hot, 1);
    let seen = "";
    for (let i = 0; i < 100 && !seen.includes("0x0000000000000060"); i++) {
      seen = await field(hot, "gpu", "clocks_event_reasons.active");
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await running;
    expect(seen).toContain("0x0000000000000060");
  });
});
