/** One simulated server process: it boots over some time, holds memory on the cards, listens, and can die or restart. */
import type {AnswerRule} from "../answer/planAnswer.js";
import type {FaultSet} from "../faults/faultSet.js";
import {HostMemory} from "../memory/hostMemory.js";
import {cardMib, type Machine} from "../memory/machine.js";
import {modelSizes} from "../memory/modelSizes.js";
import {poolTokens} from "../memory/poolTokens.js";
import {jitter, seeded} from "../random.js";
import type {SimulatorConfig} from "../options.js";
import {bootLog, readyLine} from "./bootLog.js";
import {HostState} from "./hostState.js";
import type {Launch} from "./launch.js";
import {SglangHost} from "./sglangHost.js";

export interface ProcessOptions {
  config: SimulatorConfig;
  launch: Launch;
  machine: Machine;
  faults: FaultSet;
  rules: readonly AnswerRule[];
  /** Where it listens on loopback; null: nowhere, though it runs. */
  hostPort: number | null;
  /** Numbers the boots of the simulation. */
  nextBoot(): number;
  log(line: string): void;
  /** It ended by itself. */
  exited(code: number): void;
}

export class ServerProcess {
  readonly host = new SglangHost();
  state: HostState | null = null;
  port = 0;
  pid = 0;
  readonly #timers: NodeJS.Timeout[] = [];
  #ended = false;
  /** Faults: it gets healthy and generates nothing. */
  silent = false;

  constructor(readonly options: ProcessOptions) {}

  /** Takes the port; resolves before the boot is done. Rejects when the port is taken. */
  async start(bootMs: number): Promise<void> {
    const {hostPort} = this.options;
    if (hostPort !== null) this.port = await this.host.listen(hostPort);
    this.#boot(bootMs);
  }

  /** Ends it from outside. */
  async stop(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#release();
    await this.host.close();
  }

  #boot(bootMs: number): void {
    const {options} = this;
    const {config, machine, faults} = options;
    this.pid = machine.nextPid();
    const model = faults.model(options.launch.model, options.nextBoot());
    const launch = {...options.launch, model};
    const sizes = modelSizes(launch.weights);
    const pool = poolTokens(model, sizes, cardMib, launch.memFraction, launch.maxTotalTokens);
    const memory = new HostMemory(model, sizes, Math.max(0, pool));
    const state = new HostState({config, launch, memory, faults, rules: options.rules, owner: this.#owner()});
    const ms = bootMs * jitter(0.05, seeded(config.seed + this.pid));
    for (const line of bootLog(launch, memory, this.pid)) this.#later(ms * line.share, () => options.log(line.text));
    this.#later(ms * 0.6, () => {
      machine.add({
        pid: this.pid,
        name: "sglang::scheduler_TP0",
        usedMib: () => memory.usedMib,
        busy: () => state.scheduler.runningCount > 0
      });
      if (pool <= 0 || machine.freeMib <= 0) this.#dieOfMemory("while allocating the KV cache pool");
    });
    this.#later(ms * 0.98, () => {
      this.state = state;
      if (this.silent) state.scheduler.pause();
      state.port = launch.port;
      this.host.state = state;
    });
    this.#later(ms, () => {
      state.ready = true;
      options.log(readyLine);
    });
  }

  #owner(): ConstructorParameters<typeof HostState>[0]["owner"] {
    const {machine, log} = this.options;
    return {
      freeMib: () => machine.freeMib,
      log,
      shareCards: (mib) =>
        machine.add({pid: machine.nextPid(), name: "python3", usedMib: () => mib, busy: () => false}),
      outOfMemory: () => void setImmediate(() => this.#dieOfMemory("in forward_extend")),
      restart: () => void setImmediate(() => this.#restart())
    };
  }

  #dieOfMemory(where: string): void {
    this.options.log(
      `torch.OutOfMemoryError: CUDA out of memory ${where}. Tried to allocate 1.17 GiB. GPU 0 has a total capacity of ` +
        `${(cardMib / 1024).toFixed(2)} GiB of which ${(this.options.machine.freeMib / 1024).toFixed(2)} GiB is free.`
    );
    this.die(137, "Received sigquit from a child process. It usually means the child failed.");
  }

  /** A fault: the boot stands still. */
  hang(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }

  /** The process ends by itself. */
  die(code: number, lastLine: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.options.log(lastLine);
    this.#release();
    void this.host.close().then(() => this.options.exited(code));
  }

  #restart(): void {
    if (this.#ended) return;
    const {config, log} = this.options;
    log("Watchdog timeout: the scheduler did not answer. The server restarts.");
    this.#release();
    this.#boot(Math.max(200, config.model.bootMs * config.timeScale * 0.2));
  }

  #release(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    this.host.state = null;
    // First the sockets: a process that dies says no last word to its clients.
    this.host.dropConnections();
    this.state?.close();
    this.state = null;
    this.options.machine.remove(this.pid);
  }

  #later(ms: number, task: () => void): void {
    if (ms <= 0) task();
    else this.#timers.push(setTimeout(task, ms));
  }
}
