import {readFixture} from "../readFixture.js";
import {questionPlan, user} from "../ask.js";
import {jsonIn} from "../jsonIn.js";
import {checkOf, noAnswer, shown, type Fault, type FunctionalCheck} from "./check.js";

/** The server answers a simple instruction. */
export const smoke: FunctionalCheck = {
  checkId: "smoke",
  requests: 1,
  async run(stage, first) {
    const record = await stage.send(
      questionPlan(stage, first, "smoke", {
        messages: user('Reply with exactly the word "READY" and nothing else.'),
        maxTokens: 64
      })
    );
    const fault =
      noAnswer(record) ?? (/\bREADY\b/.test(record.content ?? "") ? null : `answered ${shown(record.content)}`);
    return checkOf("smoke", [{record, fault}], 1, "answered as told");
  }
};

const PART_SCHEMA = {
  type: "object",
  properties: {
    name: {type: "string"},
    count: {type: "integer"},
    tags: {type: "array", items: {type: "string"}},
    available: {type: "boolean"}
  },
  required: ["name", "count", "tags", "available"],
  additionalProperties: false
};

/** An answer that was constrained by a JSON schema is valid under it. */
export const json: FunctionalCheck = {
  checkId: "json",
  requests: 1,
  async run(stage, first) {
    const record = await stage.send(
      questionPlan(stage, first, "json", {
        messages: user("Describe a spare part for a pump as JSON with name, count, tags and available."),
        maxTokens: 512,
        responseFormat: {type: "json_schema", json_schema: {name: "part", strict: true, schema: PART_SCHEMA}}
      })
    );
    return checkOf(
      "json",
      [{record, fault: noAnswer(record) ?? partFault(record.content ?? "")}],
      1,
      "valid under its schema"
    );
  }
};

function partFault(content: string): Fault {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return `the answer is not JSON: ${shown(content)}`;
  }
  const part = value as Record<string, unknown>;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "the answer is not an object";
  if (typeof part.name !== "string") return "name is not a string";
  if (!Number.isInteger(part.count)) return "count is not an integer";
  if (!Array.isArray(part.tags) || part.tags.some((tag) => typeof tag !== "string"))
    return "tags is not a list of strings";
  if (typeof part.available !== "boolean") return "available is not a boolean";
  const extra = Object.keys(part).filter((key) => !(key in PART_SCHEMA.properties));
  return extra.length > 0 ? `it has keys that the schema forbids: ${extra.join(", ")}` : null;
}

/** Images in both formats are seen. */
export const image: FunctionalCheck = {
  checkId: "image",
  requests: 2,
  async run(stage, first) {
    const [png, jpeg] = await Promise.all([readFixture("triangle.png"), readFixture("number.jpg")]);
    const asked = [
      {
        fixture: png,
        text: 'Which shape is in this image, and in which colour? Answer as JSON: {"shape": "...", "colour": "..."}',
        right: (content: string) => {
          const value = jsonIn(content);
          return /triangle/i.test(String(value?.shape)) && /green/i.test(String(value?.colour));
        }
      },
      {
        fixture: jpeg,
        text: "Which number is written in this image? Answer with its digits only.",
        right: (content: string) => /\b482\b/.test(content)
      }
    ];
    const judged = [];
    for (const [i, {fixture, text, right}] of asked.entries()) {
      const record = await stage.send(
        questionPlan(stage, first + i, "image", {messages: user([fixture.part, {type: "text", text}]), maxTokens: 128})
      );
      const format = i === 0 ? "PNG" : "JPEG";
      const wrong = right(record.content ?? "") ? null : `${format}: answered ${shown(record.content)}`;
      judged.push({record, fault: noAnswer(record) ?? wrong});
    }
    return checkOf("image", judged, 2, "PNG and JPEG were seen");
  }
};

/** Text in an image is read. */
export const ocr: FunctionalCheck = {
  checkId: "ocr",
  requests: 1,
  async run(stage, first) {
    const {part} = await readFixture("label.png");
    const record = await stage.send(
      questionPlan(stage, first, "ocr", {
        messages: user([
          part,
          {type: "text", text: "Transcribe the text in this image exactly. Answer with the text only."}
        ]),
        maxTokens: 64
      })
    );
    const fault =
      noAnswer(record) ?? (/HARBOUR-29/.test(record.content ?? "") ? null : `read ${shown(record.content)}`);
    return checkOf("ocr", [{record, fault}], 1, "read exactly");
  }
};

/** The Responses endpoint answers. */
export const responses: FunctionalCheck = {
  checkId: "responses",
  requests: 1,
  async run(stage, first) {
    const {model, temperature} = stage.context;
    const input = 'Reply with exactly the word "READY" and nothing else.';
    const plan = questionPlan(stage, first, "responses", {messages: user(input), maxTokens: 256, thinking: "default"});
    const record = await stage.send({
      ...plan,
      raw: {path: "/v1/responses", body: {model, input, max_output_tokens: 256, temperature, stream: true}}
    });
    const fault =
      noAnswer(record) ?? (/\bREADY\b/.test(record.content ?? "") ? null : `answered ${shown(record.content)}`);
    return checkOf("responses", [{record, fault}], 1, "answered as told");
  }
};
