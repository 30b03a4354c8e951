import {createHash} from "node:crypto";
import {readFileSync} from "node:fs";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {bookKey, readBook} from "../../loaders/simulator/answer/book.js";
import {startSimulator, type Simulator} from "../../loaders/simulator/index.js";
import {IMAGE_TASKS} from "../../loaders/stages/multimodal/tasks.js";
import {TOOL_CASES, TOOLS} from "../../loaders/stages/preflight/toolBox.js";
import {CODING_TASKS} from "../../loaders/stages/quality/tasks.js";
import {ask, post, quick, stream} from "./support.js";

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({
    timeScale: 0.001,
    model: {stepMs: 5, draftStepMs: 0, verifyMs: 0, acceptance: 0.95}
  });
});
afterAll(() => simulator.close());

interface Message {
  content: string | null;
  tool_calls: {id: string; function: {name: string; arguments: string}}[] | null;
}

async function answer(body: Record<string, unknown>): Promise<Message> {
  const response = await post(`${simulator.baseUrl}/v1/chat/completions`, {
    temperature: 0,
    max_tokens: 1024,
    chat_template_kwargs: quick,
    ...body
  });
  return (JSON.parse(response.body) as {choices: {message: Message}[]}).choices[0]?.message as Message;
}

function fixture(file: string): Buffer {
  return readFileSync(new URL(`../../loaders/stages/fixtures/${file}`, import.meta.url));
}

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

function imageParts(files: string[], question: string): unknown[] {
  const images = files.map((file) => ({
    type: "image_url",
    image_url: {url: `data:image/${file.endsWith("png") ? "png" : "jpeg"};base64,${fixture(file).toString("base64")}`}
  }));
  return [...images, {type: "text", text: question}];
}

describe("answer book", () => {
  it("has the present text of each coding task and image question, and nothing else of those topics", () => {
    const book = new Set(readBook().map(({key}) => key));
    for (const {task, prompt} of CODING_TASKS) expect(book.has(bookKey(prompt)), task).toBe(true);
    for (const {task, question, files} of IMAGE_TASKS) {
      const hashes = files.map((file) => sha256(fixture(file)));
      expect(book.has(bookKey(question, hashes)), task).toBe(true);
    }
    expect(readBook().filter(({topic}) => topic === "coding")).toHaveLength(CODING_TASKS.length);
  });

  it("is satisfied in every image task's own assertions over HTTP", async () => {
    for (const {files, question, fault} of IMAGE_TASKS) {
      const {content} = await answer({messages: [{role: "user", content: imageParts(files, question)}]});
      expect(fault(content ?? "")).toBeNull();
    }
  });

  it("does not answer when the image is another", async () => {
    const task = IMAGE_TASKS[0];
    const content = imageParts(["shelf-a.png"], task?.question ?? "");
    expect(
      task?.fault((await answer({messages: [{role: "user", content}], max_tokens: 40})).content ?? "")
    ).not.toBeNull();
  });
});

describe("simulated model", () => {
  it.each(TOOL_CASES.map((one) => [one.prompt, one] as const))(
    "reads the tools from the prompt: %s",
    async (_, wanted) => {
      const message = await answer({...ask(wanted.prompt), tools: TOOLS, tool_choice: wanted.choice ?? "auto"});
      const calls = (message.tool_calls ?? []).map(({function: {name, arguments: text}}) => ({
        name,
        arguments: JSON.parse(text) as unknown
      }));
      expect(calls).toEqual(wanted.calls);
      if (wanted.says) expect(message.content).toMatch(wanted.says);
    }
  );

  it("makes one call only where parallel calls are forbidden, and the named one where one is named", async () => {
    const both = TOOL_CASES.find(({calls}) => calls.length === 2);
    const one = await answer({...ask(both?.prompt ?? ""), tools: TOOLS, parallel_tool_calls: false});
    expect(one.tool_calls).toHaveLength(1);
    const forced = await answer({
      ...ask("Please do it for 12 EUR."),
      tools: TOOLS,
      tool_choice: {type: "function", function: {name: "convert_currency"}}
    });
    expect(forced.tool_calls?.[0]?.function.name).toBe("convert_currency");
  });

  it("streams a tool call with its id and name on the first piece only", async () => {
    const {events} = await stream(simulator.baseUrl, {
      ...ask(TOOL_CASES[0]?.prompt ?? ""),
      tools: TOOLS,
      max_tokens: 200
    });
    const calls = events.flatMap(
      (event) => (event.choices[0]?.delta.tool_calls ?? []) as {id?: string; function: {arguments: string}}[]
    );
    expect(calls.filter(({id}) => id !== undefined)).toHaveLength(1);
    expect(calls[0]?.id).toMatch(/^call_/);
    expect(JSON.parse(calls.map((call) => call.function.arguments).join(""))).toEqual({city: "Oslo", unit: "celsius"});
    expect(events.at(-2)?.choices[0]?.finish_reason).toBe("tool_calls");
  });

  it("uses the result of a tool", async () => {
    const messages = [
      {role: "user", content: "How warm is it in Oslo?"},
      {
        role: "assistant",
        content: "",
        tool_calls: [{id: "c", type: "function", function: {name: "get_weather", arguments: "{}"}}]
      },
      {role: "tool", tool_call_id: "c", content: '{"temperature": 17.4}'}
    ];
    expect((await answer({messages, tools: TOOLS})).content).toContain("17.4");
  });

  it("obeys a JSON schema with nested objects, enums, limits and references", async () => {
    const schema = {
      type: "object",
      required: ["name", "kind", "sizes", "part"],
      properties: {
        name: {type: "string", minLength: 30},
        kind: {enum: ["pump", "valve"]},
        sizes: {type: "array", items: {type: "integer", minimum: 3, maximum: 5}, minItems: 4},
        part: {$ref: "#/$defs/part"}
      },
      $defs: {part: {type: "object", required: ["spare"], properties: {spare: {type: "boolean"}}}}
    };
    const {content} = await answer({
      ...ask("Describe a valve as JSON."),
      response_format: {type: "json_schema", json_schema: {name: "x", schema}}
    });
    const value = JSON.parse(content ?? "") as {name: string; kind: string; sizes: number[]; part: {spare: unknown}};
    expect(value.name.length).toBeGreaterThanOrEqual(30);
    expect(value.kind).toBe("valve");
    expect(value.sizes.every((size) => Number.isInteger(size) && size >= 3 && size <= 5)).toBe(true);
    expect(typeof value.part.spare).toBe("boolean");
  });

  it("finds a sentence in the middle of a long text, and does not invent one", async () => {
    const notes = "The clerk counted the spare parts of the archive before the evening bell. ".repeat(400);
    const question = "What is the access phrase of the archive? Answer with the phrase only.";
    const hidden = `${notes}The access phrase of the archive is violet-harbour-3821. ${notes}\n\n${question}`;
    expect((await answer(ask(hidden))).content).toBe("violet-harbour-3821");
    expect((await answer({...ask(`${notes}\n\n${question}`), max_tokens: 30})).content).not.toContain("harbour-3821");
  });

  it("answers on the responses endpoint, whole and streamed", async () => {
    const input = 'Reply with exactly the word "READY" and nothing else.';
    const whole = await post(`${simulator.baseUrl}/v1/responses`, {input, max_output_tokens: 256});
    expect(JSON.parse(whole.body)).toMatchObject({status: "completed", object: "response"});
    expect(whole.body).toContain('"text":"READY"');
    const streamed = await post(`${simulator.baseUrl}/v1/responses`, {input, max_output_tokens: 256, stream: true});
    expect(streamed.body).toContain("event: response.output_text.delta");
    expect(streamed.body).toContain("event: response.completed");
    const cut = await post(`${simulator.baseUrl}/v1/responses`, {
      input: "Write on.",
      max_output_tokens: 9,
      stream: true
    });
    expect(cut.body).toContain("event: response.incomplete");
  });

  it("writes prose that does not run in circles", async () => {
    const {content} = await stream(simulator.baseUrl, {
      ...ask("Write a long text of many paragraphs."),
      max_tokens: 900
    });
    const words = content.split(/\s+/);
    const fours = words.slice(3).map((_, i) => words.slice(i, i + 4).join(" "));
    expect(new Set(fours).size / fours.length).toBeGreaterThan(0.8);
  });
});
