/** `exec` of the engine's API: a handful of commands that a probe may run in a container. */
import {randomBytes} from "node:crypto";
import {z} from "zod";
import type {Call} from "./call.js";
import type {Container} from "./container.js";
import {frame} from "./containerLog.js";
import {EngineError} from "./engineError.js";

interface Exec {
  container: Container;
  command: string[];
  exitCode: number | null;
}

const execs = new Map<string, Exec>();
const Body = z.looseObject({Cmd: z.array(z.string()).min(1)});

/** Registers an exec; resolves to its id. Throws EngineError. */
export function createExec(container: Container, body: unknown): string {
  const parsed = Body.safeParse(body);
  if (!parsed.success) throw new EngineError(400, "No exec command specified");
  if (container.status !== "running") throw new EngineError(409, `container ${container.id} is not running`);
  const id = randomBytes(32).toString("hex");
  execs.set(id, {container, command: parsed.data.Cmd, exitCode: null});
  return id;
}

function runCommand({container, command}: Exec): {code: number; out: string} {
  const text = command.join(" ");
  const shmKib = Number(container.hostConfig.ShmSize) / 1024;
  if (/\bdf\b.*\/dev\/shm/.test(text))
    return {code: 0, out: `Filesystem 1K-blocks Used Available Use% Mounted on\nshm ${shmKib} 0 ${shmKib} 0% /dev/shm`};
  if (/\b(ls|find)\b.*\/dev\/shm/.test(text)) return {code: 0, out: ""};
  if (command[0] === "echo") return {code: 0, out: command.slice(1).join(" ")};
  if (command[0] === "true") return {code: 0, out: ""};
  return {code: 127, out: `${command[0] ?? ""}: command not found`};
}

export function execRoute(call: Call): void {
  const [, id = "", action = ""] = call.parts;
  const exec = execs.get(id);
  if (!exec) throw new EngineError(404, `No such exec instance: ${id}`);
  if (action === "json")
    return call.send(200, {ID: id, Running: false, ExitCode: exec.exitCode, ContainerID: exec.container.id});
  const {code, out} = runCommand(exec);
  exec.exitCode = code;
  call.response.writeHead(200, {"content-type": "application/vnd.docker.multiplexed-stream"});
  const stream = code === 0 ? 1 : 2;
  call.response.end(out ? frame({at: new Date(), stream, text: out}, false, false) : "");
}
