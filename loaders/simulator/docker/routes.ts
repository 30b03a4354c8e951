/** The engine's HTTP API: which path does what. */
import type {IncomingMessage, RequestListener} from "node:http";
import type {Call} from "./call.js";
import type {EngineState} from "./engineState.js";
import {containerRoute} from "./containerRoutes.js";
import {EngineError, manifestUnknown, noSuchImage} from "./engineError.js";
import {execRoute} from "./execRoutes.js";
import {findImage, imageInspect, imageSummary} from "./images.js";
import {matches, readFilters} from "./filters.js";

const apiVersion = "1.51";
const engineVersion = "28.4.0";

function systemInfo(state: EngineState): Record<string, unknown> {
  const running = state.containers.filter(({status}) => status === "running").length;
  return {
    ID: state.engineId,
    Containers: state.containers.length,
    ContainersRunning: running,
    ContainersPaused: 0,
    ContainersStopped: state.containers.length - running,
    Images: state.images.length,
    Driver: "overlay2",
    CgroupVersion: "2",
    KernelVersion: "6.6.87.2-microsoft-standard-WSL2",
    OperatingSystem: "Docker Desktop",
    OSType: "linux",
    Architecture: "x86_64",
    NCPU: 32,
    MemTotal: 201_862_144_000,
    ServerVersion: engineVersion,
    Runtimes: {runc: {path: "runc"}, nvidia: {path: "nvidia-container-runtime"}},
    DefaultRuntime: "runc",
    Name: "simulated"
  };
}

const version = {
  Version: engineVersion,
  ApiVersion: apiVersion,
  MinAPIVersion: "1.24",
  Os: "linux",
  Arch: "amd64",
  KernelVersion: "6.6.87.2-microsoft-standard-WSL2",
  Components: [{Name: "Engine", Version: engineVersion}]
};

function imagesRoute(state: EngineState, call: Call): void {
  const [, ...rest] = call.parts;
  const last = rest.at(-1);
  if (call.method === "GET" && rest.length === 1 && last === "json")
    return call.send(200, state.images.map(imageSummary));
  if (call.method === "POST" && last === "create") {
    const tag = call.query.get("tag");
    const reference = `${call.query.get("fromImage") ?? ""}${tag ? `${tag.includes(":") ? "@" : ":"}${tag}` : ""}`;
    if (!findImage(state.images, reference)) throw manifestUnknown(reference);
    call.response.writeHead(200, {"content-type": "application/json"});
    return void call.response.end(`{"status":"Status: Image is up to date for ${reference}"}\r\n`);
  }
  const reference = rest.slice(0, -1).join("/");
  const image = findImage(state.images, reference);
  if (!image) throw noSuchImage(reference);
  return call.send(200, imageInspect(image));
}

function volumesRoute(state: EngineState, {parts, send}: Call): void {
  const name = parts[1] ?? "";
  if (!state.volumes.has(name)) throw new EngineError(404, `get ${name}: no such volume`);
  send(200, {Name: name, Driver: "local", Mountpoint: `/var/lib/docker/volumes/${name}/_data`, Scope: "local"});
}

function eventsRoute(state: EngineState, call: Call): void {
  const filters = readFilters(call.query);
  const {response} = call;
  response.writeHead(200, {"content-type": "application/json"});
  response.flushHeaders();
  const write = (event: Record<string, unknown>): void => {
    if (matches(filters, event)) response.write(`${JSON.stringify(event)}\n`);
  };
  const since = call.query.get("since");
  if (since) state.events.since(Number(since)).forEach(write);
  const until = Number(call.query.get("until") ?? 0);
  if (until && until * 1000 <= Date.now()) return void response.end();
  response.on("close", state.events.follow(write));
}

async function route(state: EngineState, call: Call): Promise<void> {
  const {parts} = call;
  switch (parts[0]) {
    case "_ping":
      call.response.writeHead(200, {"api-version": apiVersion, "content-type": "text/plain"});
      return void call.response.end(call.method === "HEAD" ? "" : "OK");
    case "version":
      return call.send(200, version);
    case "info":
      return call.send(200, systemInfo(state));
    case "images":
      return imagesRoute(state, call);
    case "volumes":
      return volumesRoute(state, call);
    case "events":
      return eventsRoute(state, call);
    case "containers":
      return containerRoute(state, call);
    case "exec":
      return execRoute(call);
    default:
      throw new EngineError(404, "page not found");
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString("utf8");
  if (!text) return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new EngineError(400, "invalid JSON: unexpected end of input");
  }
}

/** The listener of the engine's server. */
export function engineRoutes(state: EngineState): RequestListener {
  return (request, response) => {
    if (performance.now() < state.silentUntilMs) return void request.destroy();
    const url = new URL(request.url ?? "/", "http://engine");
    const parts = url.pathname.split("/").filter(Boolean).map(decodeURIComponent);
    if (/^v\d+\.\d+$/.test(parts[0] ?? "")) parts.shift();
    const send = (status: number, body?: unknown): void => {
      response.writeHead(status, body === undefined ? {} : {"content-type": "application/json"});
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const call: Call = {
      method: request.method ?? "GET",
      parts,
      query: url.searchParams,
      body: () => readJson(request),
      response,
      send
    };
    route(state, call).catch((error: unknown) => {
      const status = error instanceof EngineError ? error.status : 500;
      if (response.headersSent) response.destroy();
      else send(status, {message: error instanceof Error ? error.message : String(error)});
    });
  };
}
