/** The simulated SGLang server: a real HTTP server over the `HostState` of the present boot. */
import {createServer, type IncomingMessage, type Server, type ServerResponse} from "node:http";
import type {AddressInfo} from "node:net";
import {writeJson} from "../chat/chatCollect.js";
import {ApiError} from "../chat/errors.js";
import {chatRoute} from "./chatRoute.js";
import {flushRoute, healthGenerate} from "./controlRoutes.js";
import type {HostState} from "./hostState.js";
import {metricsText} from "./metricsText.js";
import {ResponseOutput} from "./output.js";
import {readBody} from "./readBody.js";
import {responsesRoute} from "./responsesRoute.js";
import {modelInfo, modelList, serverInfo} from "./serverInfo.js";
import {tokenizeRoute} from "./tokenizeRoute.js";

const openPaths = new Set(["/health", "/health_generate", "/metrics", "/ping"]);

export class SglangHost {
  readonly server: Server;
  /** Null while the server boots: connections are accepted and dropped, as a port proxy does. */
  state: HostState | null = null;

  constructor() {
    this.server = createServer((request, response) => void this.#serve(request, response));
    this.server.keepAliveTimeout = 120_000;
    this.server.requestTimeout = 0;
    this.server.on("connection", (socket) => {
      if (!this.state) socket.destroy();
      socket.setNoDelay(true);
    });
  }

  /** Resolves to the port; rejects when it is taken. */
  async listen(port: number, address = "127.0.0.1"): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once("error", reject);
      this.server.listen(port, address, () => {
        this.server.off("error", reject);
        resolve();
      });
    });
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends all requests as a dying process does. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  dropConnections(): void {
    this.server.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const {state} = this;
    if (!state) return void request.destroy();
    try {
      await this.#route(state, request, response);
    } catch (error) {
      const known =
        error instanceof ApiError ? error : new ApiError(500, "Internal Server Error", "InternalServerError");
      if (response.headersSent) response.destroy();
      else {
        response.writeHead(known.status, {"content-type": "application/json", ...known.headers});
        response.end(JSON.stringify(known.body));
      }
    }
  }

  async #route(state: HostState, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://host");
    const path = url.pathname.replace(/\/$/, "") || "/";
    const send = (body: unknown, status = 200): void => {
      response.writeHead(status, {"content-type": "application/json"});
      response.end(JSON.stringify(body));
    };
    const text = (body: string, status = 200): void => {
      response.writeHead(status, {"content-type": "text/plain; charset=utf-8"});
      response.end(body);
    };
    authorise(state, path, request);
    switch (`${request.method ?? "GET"} ${path}`) {
      case "GET /health":
      case "GET /ping":
        return text("", state.ready ? 200 : 503);
      case "GET /health_generate":
        return text("", (await healthGenerate(state)) ? 200 : 503);
      case "GET /v1/models":
        return send(modelList(state));
      case "GET /server_info":
      case "GET /get_server_info":
        return send(serverInfo(state));
      case "GET /model_info":
      case "GET /get_model_info":
        return send(modelInfo(state));
      case "GET /metrics":
        return state.config.model.metrics ? text(metricsText(state)) : send({detail: "Not Found"}, 404);
      case "GET /__simulator/requests":
        return send(state.times);
      case "GET /flush_cache":
      case "POST /flush_cache":
        request.resume();
        return await flushRoute(state, url, text);
      case "POST /tokenize":
      case "POST /v1/tokenize":
        return send(tokenizeRoute(state, await readBody(request)));
      case "POST /v1/chat/completions":
        return await chat(state, request, response, chatRoute);
      case "POST /v1/responses":
        return await chat(state, request, response, responsesRoute);
      default:
        request.resume();
        return send({detail: "Not Found"}, 404);
    }
  }
}

/** Throws ApiError when the key is wrong. */
function authorise(state: HostState, path: string, request: IncomingMessage): void {
  const {apiKey} = state.config;
  if (!apiKey || openPaths.has(path) || path.startsWith("/__simulator/")) return;
  if (request.headers.authorization !== `Bearer ${apiKey}`)
    throw new ApiError(401, "Unauthorized", "AuthenticationError");
}

async function chat(
  state: HostState,
  request: IncomingMessage,
  response: ServerResponse,
  route: typeof chatRoute
): Promise<void> {
  const times = state.open();
  const output = new ResponseOutput(response, times);
  const body = await readBody(request);
  try {
    const accepted = route(state, body, output, times);
    response.on("close", () => {
      if (!response.writableFinished) accepted.abort();
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    writeJson(output, error.status, error.body, error.headers);
  }
}
