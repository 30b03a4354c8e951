// A small server that speaks as SGLang does, for containers in tests: it really streams, counts and remembers tokens.
// MODE makes it misbehave: exit, out-of-memory, never-healthy, silent, ignore-sigterm.
import {createServer} from "node:http";

const {PORT = "30000", SERVED_MODEL_NAME = "stub", MODE = "", TOKEN_MS = "2", START_MS = "0"} = process.env;
const WORDS = "the server answers every prompt with the same plain words in the same order".split(" ");
const total = {requests: 0, prompt: 0, generated: 0};
let running = 0;

const tokensOf = (text) => Math.max(1, Math.ceil(text.length / 4));
const textOf = (messages) =>
  (messages ?? []).map((m) => (typeof m.content === "string" ? m.content : JSON.stringify(m.content))).join("\n");
const json = (response, body, status = 200) => {
  response.writeHead(status, {"content-type": "application/json"});
  response.end(JSON.stringify(body));
};
const bodyOf = async (request) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString("utf8") || "{}");
};
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function chat(request, response) {
  const asked = await bodyOf(request);
  if (MODE === "silent") return;
  const prompt = tokensOf(textOf(asked.messages));
  const planned = Math.min(asked.max_tokens ?? 16, 256);
  // Greedy text depends on the prompt alone.
  const word = (i) => WORDS[(prompt + i) % WORDS.length];
  const usage = (n) => ({prompt_tokens: prompt, completion_tokens: n, total_tokens: prompt + n});
  const base = {id: `chat-${total.requests}`, object: "chat.completion.chunk", created: 0, model: SERVED_MODEL_NAME};
  total.requests += 1;
  total.prompt += prompt;
  running += 1;
  try {
    if (!asked.stream) {
      await pause(planned * Number(TOKEN_MS));
      total.generated += planned;
      const content = Array.from({length: planned}, (_, i) => word(i)).join(" ");
      const message = {role: "assistant", content, reasoning_content: null, tool_calls: null};
      const choice = {index: 0, message, finish_reason: "length"};
      return json(response, {...base, object: "chat.completion", choices: [choice], usage: usage(planned)});
    }
    response.writeHead(200, {"content-type": "text/event-stream"});
    const send = (delta, n, finish_reason = null) => {
      const choices = [{index: 0, delta, finish_reason}];
      response.write(`data: ${JSON.stringify({...base, choices, usage: usage(n)})}\n\n`);
    };
    send({role: "assistant", content: ""}, 0);
    for (let i = 1; i <= planned; i++) {
      await pause(Number(TOKEN_MS));
      if (response.destroyed) return;
      send({content: `${word(i - 1)} `}, i);
      total.generated += 1;
    }
    send({}, planned, "length");
    response.write(`data: ${JSON.stringify({...base, choices: [], usage: usage(planned)})}\n\n`);
    response.end("data: [DONE]\n\n");
  } finally {
    running -= 1;
  }
}

const server = createServer((request, response) => {
  const path = (request.url ?? "/").split("?")[0];
  if (path === "/health" || path === "/health_generate") {
    response.writeHead(MODE === "never-healthy" ? 503 : 200);
    response.end();
  } else if (path === "/v1/models") {
    json(response, {object: "list", data: [{id: SERVED_MODEL_NAME, object: "model", max_model_len: 131072}]});
  } else if (path === "/server_info" || path === "/get_server_info") {
    const state = {avg_spec_accept_length: null, last_gen_throughput: 0, memory_usage: {}};
    json(response, {served_model_name: SERVED_MODEL_NAME, version: "0.0.0-test", internal_states: [state]});
  } else if (path === "/model_info" || path === "/get_model_info") {
    json(response, {model_path: SERVED_MODEL_NAME, is_generation: true});
  } else if (path === "/tokenize") {
    void bodyOf(request).then((asked) => {
      const count = tokensOf(asked.prompt ?? textOf(asked.messages));
      json(response, {tokens: Array.from({length: count}, (_, i) => i), count, max_model_len: 131072});
    });
  } else if (path === "/flush_cache") {
    response.end("Cache flushed.\n");
  } else if (path === "/metrics") {
    const labels = `{model_name="${SERVED_MODEL_NAME}"}`;
    response.end(
      `sglang:num_running_reqs${labels} ${running}\nsglang:num_requests_total${labels} ${total.requests}\n` +
        `sglang:prompt_tokens_total${labels} ${total.prompt}\nsglang:generation_tokens_total${labels} ${total.generated}\n`
    );
  } else if (path === "/v1/chat/completions") {
    chat(request, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
  } else json(response, {error: {message: `no such path ${path}`, type: "NotFound", code: 404}}, 404);
});

console.log(`starting ${SERVED_MODEL_NAME}`);
// As a real server does: its arguments, the key among them, at the start of its log.
if (process.env.SERVER_KEY) console.log(`server_args=ServerArgs(api_key='${process.env.SERVER_KEY}')`);
if (MODE === "exit") {
  console.error("cannot load weights");
  process.exit(1);
} else if (MODE === "out-of-memory") {
  const held = [];
  setInterval(() => held.push(Buffer.alloc(8_000_000, 1)), 1);
} else {
  await pause(Number(START_MS));
  server.listen(Number(PORT), "0.0.0.0", () => console.log("The server is fired up and ready to roll!"));
}
process.on("SIGTERM", () => {
  console.log("SIGTERM");
  if (MODE === "ignore-sigterm") return;
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
