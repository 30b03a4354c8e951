import {describe, expect, it} from "vitest";
import type {Simulator} from "../../loaders/simulator/index.js";
import {TOOL_CASES, TOOLS} from "../../loaders/stages/preflight/toolBox.js";
import {CODING_TASKS} from "../../loaders/stages/quality/tasks.js";
import {loads, simulate} from "./faultLoad.js";
import {ask, post} from "./support.js";

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
