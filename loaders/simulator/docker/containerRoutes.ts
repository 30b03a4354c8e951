/** `/containers/...` of the engine's API. */
import type {Call} from "./call.js";
import type {Container} from "./container.js";
import type {EngineState} from "./engineState.js";
import {frame} from "./containerLog.js";
import {EngineError} from "./engineError.js";
import {createExec} from "./execRoutes.js";
import {hasLabels, readFilters} from "./filters.js";
import {inspectContainer, listContainer} from "./inspect.js";

function list(state: EngineState, call: Call): void {
  const all = ["1", "true", "True"].includes(call.query.get("all") ?? "");
  const filters = readFilters(call.query);
  const found = state.containers.filter(
    (container) =>
      (all || filters.status || container.status === "running") &&
      (!filters.status || filters.status.includes(container.status)) &&
      (!filters.name || filters.name.some((name) => container.name.includes(name.replace(/^\//, "")))) &&
      (!filters.id || filters.id.some((id) => container.id.startsWith(id))) &&
      (!filters.label || hasLabels(container.body.Labels ?? {}, filters.label))
  );
  call.send(200, found.map(listContainer));
}

function logs(container: Container, call: Call): void {
  const {query, response} = call;
  const yes = (name: string): boolean => ["1", "true"].includes(query.get(name) ?? "");
  const since = Number(query.get("since") ?? 0);
  const tail = /^\d+$/.test(query.get("tail") ?? "") ? Number(query.get("tail")) : null;
  const wanted = (stream: 1 | 2): boolean => yes(stream === 1 ? "stdout" : "stderr");
  if (!yes("stdout") && !yes("stderr"))
    throw new EngineError(400, "Bad parameters: you must choose at least one stream");
  const write = (line: Parameters<typeof frame>[0]): void => {
    if (wanted(line.stream)) response.write(frame(line, container.tty, yes("timestamps")));
  };
  response.writeHead(200, {
    "content-type": container.tty ? "application/vnd.docker.raw-stream" : "application/vnd.docker.multiplexed-stream"
  });
  response.flushHeaders();
  container.log.read(since ? new Date(since * 1000) : null, tail).forEach(write);
  if (!yes("follow") || container.status !== "running") return void response.end();
  const stop = container.log.follow(write);
  container.onExit(() => response.end());
  response.on("close", stop);
}

function wait(container: Container, call: Call): void {
  const {response} = call;
  response.writeHead(200, {"content-type": "application/json"});
  response.flushHeaders();
  const answer = (code: number): void => void response.end(JSON.stringify({StatusCode: code}));
  const next = call.query.get("condition") === "next-exit";
  if (container.status !== "running" && !next) answer(container.exitCode);
  else container.onExit(answer);
}

async function remove(state: EngineState, container: Container, call: Call): Promise<void> {
  const force = ["1", "true"].includes(call.query.get("force") ?? "");
  if (container.status === "running") {
    if (!force)
      throw new EngineError(
        409,
        `cannot remove container "/${container.name}": container is running: stop the container before removing or force remove`
      );
    await state.lifecycle.stop(container, "SIGKILL");
  }
  if (state.containers.includes(container)) state.forget(container);
  call.send(204);
}

async function start(state: EngineState, container: Container, call: Call): Promise<void> {
  if (!container.incumbent) state.maybeGoSilent();
  call.send((await state.lifecycle.start(container)) ? 204 : 304);
}

async function act(state: EngineState, container: Container, action: string, call: Call): Promise<void> {
  switch (`${call.method} ${action}`) {
    case "GET json":
      return call.send(200, inspectContainer(container));
    case "POST start":
      return start(state, container, call);
    case "POST stop":
      return call.send((await state.lifecycle.stop(container, "SIGTERM")) ? 204 : 304);
    case "POST restart":
      await state.lifecycle.stop(container, "SIGTERM");
      return start(state, container, call);
    case "POST kill":
      if (!(await state.lifecycle.stop(container, "SIGKILL")))
        throw new EngineError(409, `cannot kill container: ${container.id}: container ${container.id} is not running`);
      return call.send(204);
    case "POST wait":
      return wait(container, call);
    case "GET logs":
      return logs(container, call);
    case "GET top":
      return call.send(200, {
        Titles: ["UID", "PID", "CMD"],
        Processes: [["root", String(container.process?.pid ?? 0), container.command.join(" ")]]
      });
    case "POST exec":
      return call.send(201, {Id: createExec(container, await call.body())});
    case "POST rename": {
      const name = call.query.get("name") ?? "";
      if (state.containers.some((other) => other.name === name))
        throw new EngineError(409, `Conflict. The container name "/${name}" is already in use.`);
      container.name = name;
      return call.send(204);
    }
    case "DELETE ":
      return remove(state, container, call);
    default:
      throw new EngineError(404, "page not found");
  }
}

export async function containerRoute(state: EngineState, call: Call): Promise<void> {
  const [, reference = "", action = ""] = call.parts;
  if (call.method === "GET" && reference === "json") return list(state, call);
  if (call.method === "POST" && reference === "create") {
    const container = state.create(call.query.get("name"), await call.body());
    return call.send(201, {Id: container.id, Warnings: []});
  }
  return act(state, state.find(reference), action, call);
}
