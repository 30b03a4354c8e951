/** A simulated container: what it was created from, its state, and the server process inside. */
import {randomBytes} from "node:crypto";
import type {ServerProcess} from "../host/serverProcess.js";
import {ContainerLog} from "./containerLog.js";
import type {CreateBody} from "./createBody.js";
import type {EngineImage} from "./images.js";
import {imageEnv} from "./images.js";

export type ContainerStatus = "created" | "running" | "exited";

export const neverAt = "0001-01-01T00:00:00Z";

export class Container {
  readonly id = randomBytes(32).toString("hex");
  readonly createdAt = new Date();
  readonly log = new ContainerLog();
  readonly config: Record<string, unknown>;
  readonly hostConfig: Record<string, unknown>;
  /** Names of the anonymous volumes, by target. */
  readonly volumes: Record<string, string>;
  status: ContainerStatus = "created";
  exitCode = 0;
  error = "";
  oomKilled = false;
  startedAt = neverAt;
  finishedAt = neverAt;
  restartCount = 0;
  starts = 0;
  process: ServerProcess | null = null;
  readonly #waiters: ((code: number) => void)[] = [];

  constructor(
    public name: string,
    readonly image: EngineImage,
    readonly body: CreateBody,
    /** Not created through the API: it was there before. */
    readonly incumbent: boolean
  ) {
    this.config = configOf(body, this.id);
    this.hostConfig = hostConfigOf(body);
    this.volumes = Object.fromEntries(
      Object.keys(body.Volumes ?? {}).map((target) => [target, randomBytes(32).toString("hex")])
    );
  }

  get command(): string[] {
    return [...(this.body.Entrypoint ?? []), ...(this.body.Cmd ?? [])];
  }

  get tty(): boolean {
    return this.body.Tty === true;
  }

  get restartPolicy(): string {
    return this.body.HostConfig?.RestartPolicy?.Name || "no";
  }

  /** Loopback port bound to a port of the container; null when it is not published. */
  hostPort(inside: number): number | null {
    const bound = this.body.HostConfig?.PortBindings?.[`${inside}/tcp`]?.[0]?.HostPort;
    return bound === undefined || bound === "" ? null : Number(bound);
  }

  /** All loopback ports that it publishes. */
  get hostPorts(): number[] {
    return Object.values(this.body.HostConfig?.PortBindings ?? {})
      .flatMap((bindings) => bindings ?? [])
      .flatMap(({HostPort}) => (HostPort ? [Number(HostPort)] : []));
  }

  onExit(waiter: (code: number) => void): void {
    this.#waiters.push(waiter);
  }

  ended(code: number): void {
    this.status = "exited";
    this.exitCode = code;
    this.finishedAt = new Date().toISOString();
    this.process = null;
    for (const waiter of this.#waiters.splice(0)) waiter(code);
  }
}

function configOf(body: CreateBody, id: string): Record<string, unknown> {
  const {HostConfig: _, ...given} = body;
  return {
    Hostname: id.slice(0, 12),
    Domainname: "",
    User: "",
    AttachStdin: false,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
    OpenStdin: false,
    StdinOnce: false,
    Volumes: null,
    WorkingDir: "",
    Entrypoint: null,
    OnBuild: null,
    Labels: {},
    ...given,
    Env: [...(body.Env ?? []), ...imageEnv]
  };
}

function hostConfigOf(body: CreateBody): Record<string, unknown> {
  return {
    Binds: null,
    NetworkMode: "default",
    PortBindings: {},
    RestartPolicy: {Name: "no", MaximumRetryCount: 0},
    AutoRemove: false,
    IpcMode: "private",
    PidMode: "",
    Privileged: false,
    ShmSize: 67_108_864,
    Runtime: "runc",
    Memory: 0,
    Devices: [],
    DeviceRequests: null,
    Ulimits: null,
    ...body.HostConfig
  };
}
