/** A function tool, as it is offered. */
const tool = (
  name: string,
  description: string,
  properties: Record<string, unknown>,
  required = Object.keys(properties)
) => ({
  type: "function",
  function: {name, description, parameters: {type: "object", properties, required, additionalProperties: false}}
});

const text = (description: string) => ({type: "string", description});

export const TOOLS = [
  tool("get_weather", "Current weather of a city", {
    city: text("name of the city"),
    unit: {type: "string", enum: ["celsius", "fahrenheit"]}
  }),
  tool("convert_currency", "Converts an amount of money", {
    amount: {type: "number"},
    from: text("currency code"),
    to: text("currency code")
  }),
  tool("create_reminder", "Creates a reminder", {title: text("what to be reminded of"), minutes: {type: "integer"}}),
  tool("search_parts", "Searches the parts store", {query: text("what to look for"), limit: {type: "integer"}})
];

/** What is asked, and the calls that answer it; no call where the tools are not needed. */
export interface ToolCase {
  prompt: string;
  calls: {name: string; arguments: Record<string, unknown>}[];
  choice?: "auto" | "required";
  /** What the text must contain where no tool is needed. */
  says?: RegExp;
}

const weather = (city: string, unit: string): ToolCase => ({
  prompt: `Call get_weather with city "${city}" and unit "${unit}".`,
  calls: [{name: "get_weather", arguments: {city, unit}}]
});
const money = (amount: number, from: string, to: string): ToolCase => ({
  prompt: `Call convert_currency with amount ${amount}, from "${from}" and to "${to}".`,
  calls: [{name: "convert_currency", arguments: {amount, from, to}}]
});
const reminder = (title: string, minutes: number): ToolCase => ({
  prompt: `Call create_reminder with title "${title}" and minutes ${minutes}.`,
  calls: [{name: "create_reminder", arguments: {title, minutes}}]
});
const parts = (query: string, limit: number): ToolCase => ({
  prompt: `Call search_parts with query "${query}" and limit ${limit}.`,
  calls: [{name: "search_parts", arguments: {query, limit}}]
});
const together = (a: ToolCase, b: ToolCase): ToolCase => ({
  prompt: `Make two tool calls at once. First: ${a.prompt} Second: ${b.prompt}`,
  calls: [...a.calls, ...b.calls]
});

/** Twenty cases: ordinary calls, calls that are required, two calls at once, and questions that need no tool. */
export const TOOL_CASES: ToolCase[] = [
  weather("Oslo", "celsius"),
  weather("Lima", "fahrenheit"),
  weather("Kyoto", "celsius"),
  weather("Dakar", "fahrenheit"),
  money(250, "EUR", "USD"),
  money(19.5, "GBP", "JPY"),
  money(1200, "CHF", "EUR"),
  money(75, "SEK", "NOK"),
  reminder("check the pump", 15),
  reminder("call the harbour", 90),
  reminder("close the valve", 5),
  parts("gasket", 3),
  parts("bearing 6204", 10),
  parts("copper pipe", 5),
  {...weather("Quito", "celsius"), choice: "required"},
  {...reminder("read the gauge", 30), choice: "required"},
  together(weather("Paris", "celsius"), weather("Rome", "celsius")),
  together(money(10, "EUR", "USD"), parts("fuse", 2)),
  {prompt: "What is 17 plus 25? Answer directly with the number; do not call any tool.", calls: [], says: /\b42\b/},
  {prompt: 'Reply with exactly the word "READY"; do not call any tool.', calls: [], says: /\bREADY\b/}
];
