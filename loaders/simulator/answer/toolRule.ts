/** Calls the offered tools with arguments taken from the prompt's words. */
import type {ChatRequest, JsonSchema, Tool} from "../chat/request.js";
import type {Random} from "../random.js";
import type {AnswerToolCall} from "./answer.js";
import {LooseValues, mentionedValue, namedValue, propertiesOf} from "./argumentText.js";
import type {AnswerRule} from "./planAnswer.js";
import {schemaValue} from "./schemaValue.js";
import {spacedJson} from "./spacedJson.js";

const forbids =
  /\b(?:do not|don't|without|never|no need to)\b[^.;]{0,20}\b(?:call|calling|use|using)\b[^.;]{0,20}\btools?\b/i;
const jsonAcceptance = 0.72;

interface Mention {
  tool: Tool;
  text: string;
}

/** Tools that the text calls by name, each with the text up to the next. */
function namedTools(tools: readonly Tool[], text: string): Mention[] {
  const found = tools
    .flatMap((tool) => {
      const name = tool.function.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return [...text.matchAll(new RegExp(`\\b${name}\\b`, "g"))].map((match) => ({tool, at: match.index}));
    })
    .sort((a, b) => a.at - b.at);
  return found.map(({tool, at}, i) => ({tool, text: text.slice(at, found[i + 1]?.at)}));
}

function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((word) => word.replace(/s$/, "")));
}

/** The tool whose name and description share most words with the text; null when none shares any. */
function likelyTool(tools: readonly Tool[], text: string): Tool | null {
  const asked = wordsOf(text);
  const scored = tools.map((tool) => {
    const {name, description = "", parameters} = tool.function;
    const own = wordsOf(
      `${name.replaceAll("_", " ")} ${description} ${Object.keys(propertiesOf(parameters)).join(" ")}`
    );
    return {tool, score: [...own].filter((word) => asked.has(word)).length};
  });
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a), scored[0] ?? {tool: null, score: 0});
  return best.score > 0 ? best.tool : null;
}

function argumentsOf(tool: Tool, text: string, random: Random): Record<string, unknown> {
  const schema: JsonSchema = tool.function.parameters ?? {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const loose = new LooseValues(text.replaceAll(tool.function.name, ""));
  const found: Record<string, unknown> = {};
  const missing: [string, JsonSchema][] = [];
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const value = namedValue(text, name, property) ?? mentionedValue(text, property);
    if (value !== undefined) found[name] = value;
    else missing.push([name, property]);
  }
  for (const [name, property] of missing) {
    const value = property.enum ? undefined : loose.take(property);
    if (value !== undefined) found[name] = value;
    else if (required.includes(name)) found[name] = schemaValue(property, name, {text, root: schema, random});
  }
  return found;
}

function chosen(request: ChatRequest, text: string): Mention[] {
  const tools = request.tools ?? [];
  const choice = request.tool_choice ?? "auto";
  if (typeof choice === "object") {
    const tool = tools.find((one) => one.function.name === choice.function.name);
    return tool ? [{tool, text}] : [];
  }
  const named = namedTools(tools, text);
  if (choice !== "required" && forbids.test(text)) return [];
  if (named.length) return named;
  const likely = likelyTool(tools, text) ?? (choice === "required" || /\btool\b/i.test(text) ? tools[0] : null);
  return likely ? [{tool: likely, text}] : [];
}

export const toolRule: AnswerRule = ({request, question, toolResults}, random) => {
  if (!request.tools?.length || request.tool_choice === "none" || toolResults.length) return null;
  const mentions = chosen(request, question);
  if (!mentions.length) return null;
  const allowed = request.parallel_tool_calls === false ? mentions.slice(0, 1) : mentions;
  const toolCalls: AnswerToolCall[] = allowed.map(({tool, text}) => ({
    name: tool.function.name,
    arguments: spacedJson(argumentsOf(tool, text, random))
  }));
  return {rule: "tool", content: "", toolCalls, acceptance: jsonAcceptance};
};
