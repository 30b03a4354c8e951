/** Goes on after a tool has answered: says what it said. */
import type {AnswerRule} from "./planAnswer.js";

function words(result: string): string {
  try {
    const value: unknown = JSON.parse(result);
    if (typeof value !== "object" || value === null) return String(value);
    return Object.entries(value)
      .map(
        ([key, item]) => `${key.replaceAll("_", " ")} ${typeof item === "object" ? JSON.stringify(item) : String(item)}`
      )
      .join(", ");
  } catch {
    return result.trim();
  }
}

export const toolResultRule: AnswerRule = ({toolResults}) =>
  toolResults.length
    ? {rule: "tool-result", content: `According to the tool: ${toolResults.map(words).join("; ")}.`, toolCalls: []}
    : null;
