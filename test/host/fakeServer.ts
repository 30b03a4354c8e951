import {createServer, type IncomingMessage, type ServerResponse} from "node:http";
import type {AddressInfo, Socket} from "node:net";
import {createServer as createTcp} from "node:net";

export interface FakeServer {
  baseUrl: string;
  /** Requests that came, as "METHOD path". */
  seen: string[];
  close(): Promise<void>;
}

/** An HTTP server on a free port of loopback whose every answer is the test's. */
export async function fakeServer(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void
): Promise<FakeServer> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    response.on("error", () => undefined);
    request.on("data", (piece: Buffer) => (body += piece.toString("utf8")));
    request.on("end", () => {
      seen.push(`${request.method ?? ""} ${request.url ?? ""}`);
      answer(request, response, body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      })
  };
}

/** A TCP server whose bytes are the test's: what no HTTP library would send. */
export async function rawServer(onSocket: (socket: Socket) => void): Promise<FakeServer> {
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
      })
  };
}

/** One SSE event of a chat stream. */
export const chunk = (delta: unknown, finish: string | null = null, usage: unknown = undefined) =>
  `data: ${JSON.stringify({id: "c", object: "chat.completion.chunk", choices: [{index: 0, delta, finish_reason: finish}], ...(usage ? {usage} : {})})}\n\n`;

export const usageEvent = (prompt: number, output: number) =>
  `data: ${JSON.stringify({id: "c", choices: [], usage: {prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output}})}\n\n`;
