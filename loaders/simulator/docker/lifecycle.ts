/** Starts, stops and ends containers: the engine's deeds, with the faults that can befall them. */
import {CommandError, parseCommand} from "../host/parseCommand.js";
import {ServerProcess, type ProcessOptions} from "../host/serverProcess.js";
import type {Container} from "./container.js";
import {EngineError} from "./engineError.js";
import type {EngineEvents} from "./engineEvents.js";

/** What every server process of the simulation shares. */
export type Shared = Omit<ProcessOptions, "launch" | "hostPort" | "log" | "exited">;

const restartPauseMs = 100;

export class Lifecycle {
  constructor(
    readonly shared: Shared,
    readonly events: EngineEvents,
    readonly containers: () => Container[],
    readonly forget: (container: Container) => void
  ) {}

  /** False when it runs already. Throws EngineError. `bootMs`: null takes the model's, scaled. */
  async start(container: Container, bootMs: number | null = null): Promise<boolean> {
    if (container.status === "running") return false;
    try {
      this.#check(container);
      await this.#launch(container, bootMs);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      container.error = text;
      container.exitCode = 128;
      throw error instanceof EngineError ? error : new EngineError(500, text);
    }
    this.events.emit("start", container);
    return true;
  }

  /** False when it did not run. */
  async stop(container: Container, signal: "SIGTERM" | "SIGKILL"): Promise<boolean> {
    if (container.status !== "running") return false;
    const number = signal === "SIGKILL" ? 9 : 15;
    this.events.emit("kill", container, {signal: String(number)});
    const {process} = container;
    container.process = null;
    if (signal === "SIGTERM") container.log.add("INFO:     Shutting down");
    await process?.stop();
    this.#ended(container, signal === "SIGKILL" ? 137 : 0);
    if (signal === "SIGTERM") this.events.emit("stop", container);
    return true;
  }

  /** A foreign hand: what runs ends, without an order to the engine. */
  async close(): Promise<void> {
    await Promise.all(this.containers().map((container) => container.process?.stop()));
  }

  #check(container: Container): void {
    const {faults} = this.shared;
    if (container.incumbent) {
      if (container.starts > 0 && faults.at("incumbent-will-not-start"))
        throw new EngineError(
          500,
          "failed to create task for container: failed to create shim task: OCI runtime create failed: runc create failed: " +
            "unable to start container process: nvidia-container-cli: initialization error: nvml error: driver not loaded: unknown"
        );
      return;
    }
    if (container.body.HostConfig?.DeviceRequests?.length && faults.at("no-nvidia-driver"))
      throw new EngineError(500, 'could not select device driver "nvidia" with capabilities: [[gpu]]');
    if (faults.at("port-taken")) throw portTaken(container, container.hostPorts[0] ?? 0);
  }

  async #launch(container: Container, bootMs: number | null): Promise<void> {
    const {config} = this.shared;
    for (const other of this.containers())
      for (const port of other.status === "running" ? other.hostPorts : [])
        if (other !== container && container.hostPorts.includes(port)) throw portTaken(container, port);
    const process = this.#process(container);
    if (process) {
      try {
        await process.start(bootMs ?? config.model.bootMs * config.timeScale);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EADDRINUSE")
          throw portTaken(container, container.hostPorts[0] ?? 0);
        throw error;
      }
    }
    container.process = process;
    container.status = "running";
    container.starts++;
    container.startedAt = new Date().toISOString();
    container.error = "";
    container.exitCode = 0;
    container.oomKilled = false;
    if (!process) setTimeout(() => this.#died(container, 2), restartPauseMs);
    else this.#befall(container, process);
  }

  /** The process that the command launches; null when its parser refuses the command. */
  #process(container: Container): ServerProcess | null {
    try {
      const launch = parseCommand(container.command, this.shared.config.model);
      return new ServerProcess({
        ...this.shared,
        launch,
        hostPort: container.hostPort(launch.port) ?? container.hostPorts[0] ?? null,
        log: (line) => container.log.add(`[${new Date().toISOString().slice(0, 19).replace("T", " ")}] ${line}`),
        exited: (code) => this.#died(container, code)
      });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      container.log.add(error.message);
      return null;
    }
  }

  /** Faults of a candidate's boot. */
  #befall(container: Container, process: ServerProcess): void {
    const {faults, config} = this.shared;
    if (container.incumbent) return;
    const early = config.model.bootMs * config.timeScale * 0.4;
    if (faults.at("exits-at-once"))
      setTimeout(
        () => process.die(1, "RuntimeError: NCCL error: unhandled cuda error, CUDA failure 999 'unknown error'"),
        Math.min(early, 300)
      );
    if (faults.at("killed-for-memory"))
      setTimeout(() => {
        container.oomKilled = true;
        process.die(137, "Loading safetensors checkpoint shards:  57% Completed | 24/42");
      }, early);
    if (faults.at("never-healthy")) setTimeout(() => process.hang(), early);
    if (faults.at("healthy-but-silent")) process.silent = true;
  }

  #died(container: Container, code: number): void {
    if (container.status !== "running") return;
    if (container.oomKilled) this.events.emit("oom", container);
    this.#ended(container, code);
    const again = ["always", "unless-stopped", "on-failure"].includes(container.restartPolicy);
    if (!again) return;
    setTimeout(() => {
      if (container.status !== "exited") return;
      container.restartCount++;
      void this.start(container).catch(() => undefined);
    }, restartPauseMs);
  }

  #ended(container: Container, code: number): void {
    container.ended(code);
    this.events.emit("die", container, {exitCode: String(code)});
    if (container.body.HostConfig?.AutoRemove) this.forget(container);
  }
}

function portTaken(container: Container, port: number): EngineError {
  return new EngineError(
    500,
    `driver failed programming external connectivity on endpoint ${container.name} (${container.id}): ` +
      `Bind for 127.0.0.1:${port} failed: port is already allocated`
  );
}
