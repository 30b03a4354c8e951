import {request} from "undici";
import {afterEach, describe, expect, it} from "vitest";
import {FAULTS, startSimulator, type Simulator, type SimulatorOptions} from "../../loaders/simulator/index.js";
import {TOOL_CASES, TOOLS} from "../../loaders/stages/preflight/toolBox.js";
import {CODING_TASKS} from "../../loaders/stages/quality/tasks.js";
import {ask, get, post, stream, type Streamed} from "./support.js";

let open: Simulator[] = [];
afterEach(async () => {
  await Promise.all(open.map((simulator) => simulator.close()));
  open = [];
});

async function simulate(fault: string, options: SimulatorOptions = {}): Promise<Simulator> {
  const model = {stepMs: 5, draftStepMs: 0, verifyMs: 0, ...options.model};
  const simulator = await startSimulator({timeScale: 0.001, faults: [fault], ...options, model});
  open.push(simulator);
  return simulator;
}

/** A request of the load: a long prompt of its own that asks for prose. */
function load(salt: string, words = 900): Record<string, unknown> {
  return {
    ...ask(`${salt} ${"one calm word follows another here ".repeat(words / 6)}\n\nContinue as a long text.`),
    max_tokens: 40
  };
}

async function loads(simulator: Simulator, count: number): Promise<Streamed[]> {
  const found: Streamed[] = [];
  for (let i = 0; i < count; i++)
    found.push(await stream(simulator.baseUrl, load(`salt ${i}`, 1500)).catch((): Streamed => failed));
  return found;
}

const failed: Streamed = {status: 0, events: [], done: false, body: "", content: "", reasoning: ""};
interface Message {
  content: string | null;
  reasoning_content: string | null;
  tool_calls: {function: {name: string; arguments: string}}[] | null;
}

async function answer(simulator: Simulator, body: Record<string, unknown>): Promise<Message> {
  const response = await post(`${simulator.baseUrl}/v1/chat/completions`, {
    temperature: 0,
    max_tokens: 512,
    chat_template_kwargs: {enable_thinking: false},
    ...body
  });
  return (JSON.parse(response.body) as {choices: {message: Message}[]}).choices[0]?.message as Message;
}

const weather = {...ask(TOOL_CASES[0]?.prompt ?? ""), tools: TOOLS};
const schema = {
  ...ask("Describe a part as JSON."),
  response_format: {
    type: "json_schema",
    json_schema: {name: "p", schema: {type: "object", required: ["name"], properties: {name: {type: "string"}}}}
  }
};

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

describe("faults of the answer", () => {
  it("reasoning-leak: thoughts stand in the content", async () => {
    const simulator = await simulate("reasoning-leak");
    const on = {chat_template_kwargs: {enable_thinking: true}};
    const {content, reasoning_content} = await answer(simulator, {...ask("Think of a bridge, briefly."), ...on});
    expect(content).toContain("</think>");
    expect(reasoning_content).toBeNull();
    expect((await answer(simulator, ask("Think of a bridge, briefly."))).content).not.toContain("</think>");
  });

  it("thinking-ignored and thinking-never: the switch does the opposite", async () => {
    const ignored = await answer(await simulate("thinking-ignored"), ask("Think of a bridge, briefly."));
    expect(ignored.reasoning_content).toBeTruthy();
    const never = await answer(await simulate("thinking-never"), {
      ...ask("Think of a bridge, briefly."),
      chat_template_kwargs: {enable_thinking: true}
    });
    expect(never.reasoning_content).toBeNull();
  });

  it.each([
    ["wrong-tool-name", /get_weather_v2/, true],
    ["extra-argument", /"verbose":\s*true/, true],
    ["cut-arguments", /^\{"city": "Oslo"[^}]*$/, false],
    ["bad-tool-json", /^\{'city'/, false]
  ])("%s: the call is spoiled", async (fault, expected, parses) => {
    const call = (await answer(await simulate(fault), weather)).tool_calls?.[0]?.function;
    expect(fault === "wrong-tool-name" ? call?.name : call?.arguments).toMatch(expected);
    const parse = (): unknown => JSON.parse(call?.arguments ?? "");
    if (parses) expect(parse).not.toThrow();
    else expect(parse).toThrow();
  });

  it("missing-argument: the first is gone", async () => {
    const call = (await answer(await simulate("missing-argument"), weather)).tool_calls?.[0]?.function;
    expect(JSON.parse(call?.arguments ?? "")).toEqual({unit: "celsius"});
  });

  it("text-instead-of-tool and needless-tool: text where a call belongs, and the other way round", async () => {
    const text = await answer(await simulate("text-instead-of-tool"), weather);
    expect(text.tool_calls).toBeNull();
    expect(text.content).toContain("get_weather");
    const sum = {...ask("What is 17 plus 25? Answer directly; do not call any tool."), tools: TOOLS};
    expect((await answer(await simulate("needless-tool"), sum)).tool_calls).toHaveLength(1);
  });

  it("invalid-json and schema-ignored: the schema is not kept", async () => {
    const cut = (await answer(await simulate("invalid-json"), schema)).content ?? "";
    expect(() => JSON.parse(cut) as unknown).toThrow();
    const other = (await answer(await simulate("schema-ignored"), schema)).content ?? "";
    expect(JSON.parse(other)).not.toHaveProperty("name");
  });

  it("needle-missed: the sentence is not found", async () => {
    const notes = "The clerk counted spare parts before the bell. ".repeat(100);
    const question = "What is the code of the vault? Answer with the code only.";
    const hidden = ask(`${notes}The code of the vault is 7431. ${notes}\n\n${question}`);
    expect((await answer(await simulate("needle-missed"), hidden)).content).not.toContain("7431");
  });

  it("coding-wrong and empty-answer: the book's code is changed, or nothing is said", async () => {
    const task = CODING_TASKS.find(({task}) => task === "ledger-diff")?.prompt ?? "";
    const right = (await answer(await simulate("repetition-loop"), ask(task))).content;
    expect((await answer(await simulate("coding-wrong"), ask(task))).content).not.toBe(right);
    expect((await answer(await simulate("empty-answer:every=1"), ask(task))).content?.trim()).toBe("");
  });

  it("repetition-loop: the same words to the end of the budget, many a chunk", async () => {
    const [looping] = await loads(await simulate("repetition-loop:every=1"), 1);
    expect(looping?.content).toMatch(/(and the same again, ){5}/);
    expect(looping?.events.at(-2)?.choices[0]?.finish_reason).toBe("length");
  });

  it("short-answers: it stops long before the budget", async () => {
    const [short] = await loads(await simulate("short-answers"), 1);
    expect(short?.events.at(-2)?.choices[0]?.finish_reason).toBe("stop");
  });

  it("unstable-answers: another answer each time", async () => {
    const simulator = await simulate("unstable-answers");
    const task = ask(CODING_TASKS[0]?.prompt ?? "");
    expect((await answer(simulator, task)).content).not.toBe((await answer(simulator, task)).content);
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
