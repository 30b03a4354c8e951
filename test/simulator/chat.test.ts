import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {startSimulator, type Simulator} from "../../loaders/simulator/index.js";
import {ask, get, post, stream} from "./support.js";

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({timeScale: 0.01, seed: 7, model: {stepMs: 5, draftStepMs: 0.1, verifyMs: 0.1}});
});
afterAll(() => simulator.close());

describe("simulated chat stream", () => {
  it("opens with a role event of empty content, then deltas, finish, usage and [DONE]", async () => {
    const {events, done, status} = await stream(simulator.baseUrl, {...ask("Tell a long story."), max_tokens: 40});
    expect(status).toBe(200);
    expect(done).toBe(true);
    expect(events[0]?.choices[0]?.delta).toEqual({role: "assistant", content: ""});
    expect(events.at(-2)?.choices[0]?.finish_reason).toBe("length");
    expect(events.at(-1)?.choices).toEqual([]);
    expect(events.at(-1)?.usage).toMatchObject({completion_tokens: 40});
  });

  it("counts in continuous usage what the chunks carry, several tokens a chunk", async () => {
    const {events} = await stream(simulator.baseUrl, {...ask("Tell another long story."), max_tokens: 80});
    const counts = events
      .filter((event) => event.choices[0]?.delta.content)
      .map((event) => event.usage?.completion_tokens);
    expect(counts.length).toBeLessThan(80);
    expect([...counts].sort((a, b) => Number(a) - Number(b))).toEqual(counts);
    expect(counts.at(-1)).toBe(80);
  });

  it("counts the end token unseen when the text stops by itself", async () => {
    const {events, content} = await stream(simulator.baseUrl, {
      ...ask('Reply with exactly "ready" now'),
      max_tokens: 40
    });
    expect(content).toBe("ready");
    expect(events.at(-2)?.choices[0]).toMatchObject({finish_reason: "stop"});
    expect(events.at(-1)?.usage).toMatchObject({completion_tokens: 2});
  });

  it("is deterministic at temperature 0", async () => {
    const body = {...ask("Describe a bridge."), max_tokens: 50};
    const first = await stream(simulator.baseUrl, body);
    expect((await stream(simulator.baseUrl, body)).content).toBe(first.content);
  });

  it("reports cached tokens in pages of 64 on a repeat, and none before", async () => {
    const body = {...ask(`salt 41 ${"a calm river runs by the mill ".repeat(60)}`), max_tokens: 4};
    const cold = await stream(simulator.baseUrl, body);
    const warm = await stream(simulator.baseUrl, body);
    const prompt = Number(cold.events.at(-1)?.usage?.prompt_tokens);
    expect(cold.events.at(-1)?.usage?.prompt_tokens_details).toBeNull();
    expect(warm.events.at(-1)?.usage?.prompt_tokens_details).toEqual({
      cached_tokens: Math.floor((prompt - 1) / 64) * 64
    });
    expect((await post(`${simulator.baseUrl}/flush_cache`, {})).status).toBe(200);
    const again = await stream(simulator.baseUrl, body);
    expect(again.events.at(-1)?.usage?.prompt_tokens_details).toBeNull();
  });

  it("keeps thoughts in their own channel, and has none when thinking is off", async () => {
    const on = await stream(simulator.baseUrl, {
      ...ask("Think about a bridge."),
      max_tokens: 200,
      chat_template_kwargs: {enable_thinking: true}
    });
    expect(on.reasoning.length).toBeGreaterThan(20);
    expect(on.content.length).toBeGreaterThan(20);
    const off = await stream(simulator.baseUrl, {...ask("Think about a bridge."), max_tokens: 60});
    expect(off.reasoning).toBe("");
  });

  it("counts the same in /tokenize and in usage", async () => {
    const messages = ask("Count me: 1234567, über, 漢字, and a\n\n  list.").messages;
    const counted = await post(`${simulator.baseUrl}/tokenize`, {
      messages,
      chat_template_kwargs: {enable_thinking: false}
    });
    const {events} = await stream(simulator.baseUrl, {messages, max_tokens: 2});
    expect(events.at(-1)?.usage?.prompt_tokens).toBe((JSON.parse(counted.body) as {count: number}).count);
  });

  it("refuses what does not fit the context, an unknown model, and a body that is not JSON", async () => {
    const url = `${simulator.baseUrl}/v1/chat/completions`;
    const over = await post(url, {...ask("hello"), max_tokens: 131_072});
    expect(over.status).toBe(400);
    expect(over.body).toContain("maximum context length of 131072 tokens");
    expect((await post(url, {...ask("hello"), model: "other"})).status).toBe(404);
    expect((await post(url, "{")).status).toBe(400);
  });

  it("answers the state endpoints by their new and old names", async () => {
    for (const path of ["/health", "/health_generate", "/v1/models", "/server_info", "/get_server_info", "/metrics"])
      expect((await get(simulator.baseUrl + path)).status, path).toBe(200);
  });

  it("asks for its key when it has one", async () => {
    const locked = await startSimulator({apiKey: "sk-planted", timeScale: 0.01});
    try {
      expect((await get(`${locked.baseUrl}/v1/models`)).status).toBe(401);
      expect((await get(`${locked.baseUrl}/health`)).status).toBe(200);
      const url = `${locked.baseUrl}/v1/chat/completions`;
      const body = {...ask("hello"), max_tokens: 2};
      expect((await post(url, body, {authorization: "Bearer sk-planted"})).status).toBe(200);
    } finally {
      await locked.close();
    }
  });
});
