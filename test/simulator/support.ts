/** Talks to the simulated host over real HTTP. */
import {request} from "undici";

export interface Event {
  choices: {delta: Record<string, unknown>; finish_reason: string | null; matched_stop: unknown}[];
  usage: Record<string, unknown> | null;
  error?: {message: string};
}

export interface Streamed {
  status: number;
  events: Event[];
  done: boolean;
  body: string;
  content: string;
  reasoning: string;
}

export const quick = {enable_thinking: false};

/** Posts JSON and reads the whole body. */
export async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {}
): Promise<{status: number; body: string; headers: Record<string, unknown>}> {
  const response = await request(url, {
    method: "POST",
    headers: {"content-type": "application/json", ...headers},
    body: JSON.stringify(body)
  });
  return {status: response.statusCode, body: await response.body.text(), headers: response.headers};
}

export async function get(url: string): Promise<{status: number; body: string}> {
  const response = await request(url);
  return {status: response.statusCode, body: await response.body.text()};
}

function joined(events: Event[], key: string): string {
  return events.map((event) => event.choices[0]?.delta[key] ?? "").join("");
}

/** Asks for a stream and parses its events. */
export async function stream(baseUrl: string, body: Record<string, unknown>): Promise<Streamed> {
  const response = await post(`${baseUrl}/v1/chat/completions`, {
    stream: true,
    stream_options: {include_usage: true, continuous_usage_stats: true},
    temperature: 0,
    chat_template_kwargs: quick,
    ...body
  });
  const lines = response.body.split("\n\n").filter((line) => line.startsWith("data: "));
  const events = lines
    .filter((line) => line !== "data: [DONE]")
    .map((line) => ({choices: [], usage: null, ...(JSON.parse(line.slice(6)) as Partial<Event>)}));
  return {
    status: response.status,
    events,
    done: lines.at(-1) === "data: [DONE]",
    body: response.body,
    content: joined(events, "content"),
    reasoning: joined(events, "reasoning_content")
  };
}

/** A message list of one user message. */
export function ask(content: string): {messages: {role: string; content: string}[]} {
  return {messages: [{role: "user", content}]};
}
