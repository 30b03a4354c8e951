/** Starts the simulated host. */
import {fileURLToPath} from "node:url";
import {exactReply} from "./answer/planAnswer.js";
import {HostState} from "./host/hostState.js";
import {SglangHost} from "./host/sglangHost.js";
import {resolveOptions, type SimulatorOptions} from "./options.js";

export interface SimulatorStats {
  requests: number;
  promptTokens: number;
  generationTokens: number;
  cachedTokens: number;
}

export interface Simulator {
  /** Address of the attached host, without a trailing slash. */
  baseUrl: string;
  /** Path of the unix socket of the Docker-compatible API; null when nothing is managed. */
  dockerHost: string | null;
  /** argv of an `nvidia-smi` that shows the simulated cards. */
  nvidiaSmiArgv: string[];
  stats(): SimulatorStats;
  close(): Promise<void>;
}

/** Starts a simulated SGLang host on loopback. Rejects when the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const config = resolveOptions(options);
  const state = new HostState(config);
  state.rules = [exactReply];
  const host = new SglangHost(state);
  const port = await host.listen(config.port);
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    dockerHost: null,
    nvidiaSmiArgv: [process.execPath, fileURLToPath(new URL("./nvidiaSmi.mjs", import.meta.url)), baseUrl],
    stats: () => ({
      requests: state.counters.requests,
      promptTokens: state.counters.promptTokens,
      generationTokens: state.counters.generationTokens,
      cachedTokens: state.counters.cachedTokens
    }),
    close: () => host.close()
  };
}
