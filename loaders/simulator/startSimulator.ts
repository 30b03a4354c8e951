/** Starts the simulated machine: an attached server, or a container engine with an incumbent that runs. */
import {fileURLToPath} from "node:url";
import {allRules} from "./answer/rules.js";
import {startControlServer} from "./controlServer.js";
import {type ContainerEngine, startContainerEngine} from "./docker/containerEngine.js";
import {FaultSet} from "./faults/faultSet.js";
import {hostFaultsOfMachine} from "./faults/machineFaults.js";
import type {HostState} from "./host/hostState.js";
import {ServerProcess} from "./host/serverProcess.js";
import {Machine} from "./memory/machine.js";
import {resolveOptions, type SimulatorOptions} from "./options.js";

export interface SimulatorStats {
  requests: number;
  promptTokens: number;
  generationTokens: number;
  cachedTokens: number;
}

export interface Simulator {
  /** Address of the attached server, or of the incumbent; no trailing slash. */
  baseUrl: string;
  /** Path of the unix socket of the Docker-compatible API; null when nothing is managed. */
  dockerHost: string | null;
  /** argv of an `nvidia-smi` that shows the simulated cards. */
  nvidiaSmiArgv: string[];
  /** Address of the simulation itself: `/__simulator/requests` has the servers' own times. */
  controlUrl: string;
  /** Counts of the servers that run now. */
  stats(): SimulatorStats;
  close(): Promise<void>;
}

const lingerMs = 2_000;

/** Starts the simulation on loopback. Rejects when a port is taken or a fault is unknown. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const config = resolveOptions(options);
  const faults = new FaultSet(config.faults, config.seed);
  const machine = new Machine(config.seed, Math.max(50, lingerMs * config.timeScale));
  hostFaultsOfMachine(machine, faults);
  let boots = 0;
  const nextBoot = (): number => boots++;
  const shared = {config, machine, faults, rules: allRules(), nextBoot};
  let engine: ContainerEngine | null = null;
  let attached: ServerProcess | null = null;
  if (config.managed) engine = await startContainerEngine(shared, config.managed);
  else {
    attached = new ServerProcess({
      ...shared,
      launch: {
        model: config.model,
        weights: `/models/${config.model.name}`,
        apiKey: config.apiKey,
        memFraction: 0.97,
        maxTotalTokens: null,
        chatTemplate: null,
        port: 30_000
      },
      hostPort: config.port,
      log: () => undefined,
      exited: () => undefined
    });
    await attached.start(0);
  }
  const states = (): HostState[] => engine?.states() ?? (attached?.state ? [attached.state] : []);
  const control = await startControlServer(machine, states);
  return {
    baseUrl: `http://127.0.0.1:${engine?.incumbentPort ?? attached?.port ?? 0}`,
    dockerHost: engine?.socketPath ?? null,
    nvidiaSmiArgv: [process.execPath, fileURLToPath(new URL("./nvidiaSmi.mjs", import.meta.url)), control.url],
    controlUrl: control.url,
    stats: () => sumStats(states()),
    close: async () => {
      await attached?.stop();
      await engine?.close();
      await control.close();
    }
  };
}

function sumStats(states: HostState[]): SimulatorStats {
  const sum = (read: (state: HostState) => number): number => states.reduce((total, state) => total + read(state), 0);
  return {
    requests: sum((state) => state.counters.requests),
    promptTokens: sum((state) => state.counters.promptTokens),
    generationTokens: sum((state) => state.counters.generationTokens),
    cachedTokens: sum((state) => state.counters.cachedTokens)
  };
}
