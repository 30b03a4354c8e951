import {request} from "undici";
import {describe, expect, it} from "vitest";
import {FAULTS, startSimulator} from "../../loaders/simulator/index.js";
import {failed, load, loads, simulate} from "./faultLoad.js";
import {ask, post} from "./support.js";

describe("catalogue of faults", () => {
  it("has at least 25, each with a name of its own, one line, and an effect", () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(25);
    expect(new Set(FAULTS.map(({name}) => name)).size).toBe(FAULTS.length);
    for (const {name, description, hooks, places} of FAULTS) {
      expect(name).toMatch(/^[a-z0-9-]+$/);
      expect(description).not.toContain("\n");
      expect(Boolean(hooks) || Boolean(places?.length), name).toBe(true);
    }
  });

  it("refuses a name that it does not know, and a parameter that is no number", async () => {
    await expect(startSimulator({faults: ["gremlins"]})).rejects.toThrow(/no fault is named "gremlins"/);
    await expect(startSimulator({faults: ["stall:every=often"]})).rejects.toThrow(/not key=number/);
  });
});

describe("faults of the wire", () => {
  it.each([
    ["too-many-requests", 429],
    ["unavailable", 503],
    ["connection-reset", 0]
  ])("%s: every fifth request of the load fails, the others do not", async (fault, status) => {
    const simulator = await simulate(fault);
    expect((await loads(simulator, 6)).map((one) => one.status)).toEqual([200, 200, 200, 200, status, 200]);
    const small = await post(`${simulator.baseUrl}/v1/chat/completions`, {...ask("hello"), max_tokens: 2});
    expect(small.status).toBe(200);
  });

  it("too-many-requests: says when to come back", async () => {
    const simulator = await simulate("too-many-requests:every=1");
    const body = {stream: true, chat_template_kwargs: {enable_thinking: false}, ...load("x", 1500)};
    expect((await post(`${simulator.baseUrl}/v1/chat/completions`, body)).headers["retry-after"]).toBe("2");
  });

  it("error-after-200: an error event, then [DONE]", async () => {
    const [one] = await loads(await simulate("error-after-200:every=1"), 1);
    expect(one?.status).toBe(200);
    expect(one?.body).toContain('"code":500');
    expect(one?.done).toBe(true);
  });

  it("cut-stream and quiet-end: neither finish_reason nor [DONE]", async () => {
    const [cut] = await loads(await simulate("cut-stream:every=1"), 1);
    expect(cut).toBe(failed);
    const [quiet] = await loads(await simulate("quiet-end:every=1"), 1);
    expect(quiet?.done).toBe(false);
    expect(quiet?.body).not.toContain('"finish_reason":"length"');
  });

  it("broken-event, html-instead and flood: bytes that are no events", async () => {
    const url = "/v1/chat/completions";
    const body = {stream: true, chat_template_kwargs: {enable_thinking: false}, ...load("x", 1500)};
    const broken = await simulate("broken-event:every=1");
    expect((await post(broken.baseUrl + url, body)).body).toContain("data: {upstream\n");
    const html = await post((await simulate("html-instead:every=1")).baseUrl + url, body);
    expect(html.headers["content-type"]).toBe("text/html");
    expect((await post((await simulate("flood:every=1")).baseUrl + url, body)).body.length).toBeGreaterThan(2_000_000);
  });

  it("stall: silence without an end", async () => {
    const simulator = await simulate("stall:every=1");
    const stop = new AbortController();
    const response = await request(`${simulator.baseUrl}/v1/chat/completions`, {
      method: "POST",
      headers: {"content-type": "application/json"},
      body: JSON.stringify({stream: true, chat_template_kwargs: {enable_thinking: false}, ...load("x", 1500)}),
      signal: stop.signal
    });
    let text = "";
    const read = (async (): Promise<void> => {
      for await (const chunk of response.body) text += String(chunk);
    })().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 500));
    stop.abort();
    await read;
    expect(text.split("\n\n").length).toBeLessThan(8);
    expect(text).not.toContain("[DONE]");
  });

  it("slow-trickle and proxy-buffered: the same text, later or in bunches", async () => {
    const [slow] = await loads(await simulate("slow-trickle:every=1,ms=20"), 1);
    const [bunched] = await loads(await simulate("proxy-buffered"), 1);
    expect(slow?.content).toBe(bunched?.content);
    expect(slow?.done && bunched?.done).toBe(true);
  });

  it("no-usage and final-usage-only: counts are left out", async () => {
    const [none] = await loads(await simulate("no-usage"), 1);
    expect(none?.events.some((event) => event.usage)).toBe(false);
    const [last] = await loads(await simulate("final-usage-only"), 1);
    expect(last?.events.filter((event) => event.usage)).toHaveLength(1);
  });
});
