import {createServer, type IncomingMessage} from "node:http";
import type {AddressInfo} from "node:net";

/** A server that hands back what it was sent as the key, in every place where a server can. */
export interface EchoServer {
  baseUrl: string;
  /** What it was sent, so that a test knows that there was something to echo. */
  seen: Set<string>;
  close(): Promise<void>;
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const delta = (content: string) =>
  event({choices: [{index: 0, delta: {role: "assistant", content}, finish_reason: null}]});

/** Every answer in turn: an error body, an event with an error, an answer that holds the key, one that brings it in pieces, plain text. */
export async function startEchoServer(): Promise<EchoServer> {
  const seen = new Set<string>();
  let turn = 0;
  const server = createServer((request, response) => {
    const key = request.headers.authorization ?? "none";
    seen.add(key);
    const bare = key.replace(/^\S+ /, "");
    const headers = {"x-your-key": key, "set-cookie": `session=${bare}`, "www-authenticate": `Bearer realm="${bare}"`};
    const json = (status: number, value: unknown) =>
      response.writeHead(status, {...headers, "content-type": "application/json"}).end(JSON.stringify(value));
    void drain(request).then(() => {
      if (request.url === "/v1/models")
        return json(200, {data: [{id: "echo", owned_by: "sglang", max_model_len: 32768, api_key: bare}]});
      if (request.url?.endsWith("server_info"))
        return json(200, {api_key: bare, version: `1 (${bare})`, model_path: `/m?key=${bare}`, enable_metrics: true});
      if (request.url !== "/v1/chat/completions") return json(404, {error: {message: `no ${key} here`}});
      turn += 1;
      if (turn % 5 === 0) return json(401, {error: {message: `Incorrect API key provided: ${bare}`, got: key}});
      if (turn % 5 === 4)
        return response.writeHead(502, {...headers, "content-type": "text/html"}).end(`<p>${key}</p>`);
      response.writeHead(200, {...headers, "content-type": "text/event-stream"});
      if (turn % 5 === 1) response.end(delta("x") + event({error: {message: `bad key ${bare}`, code: 401}}));
      else if (turn % 5 === 2) response.end(`${delta(`your key is ${bare}, truly`)}data: [DONE]\n\n`);
      else {
        for (const piece of bare.match(/.{1,5}/g) ?? []) response.write(delta(piece));
        response.end("data: [DONE]\n\n");
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      })
  };
}

async function drain(request: IncomingMessage): Promise<void> {
  for await (const piece of request) void piece;
}
