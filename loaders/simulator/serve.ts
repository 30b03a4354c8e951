/** Runs the simulated host in a process of its own: `tsx loaders/simulator/serve.ts --port 0`. Prints its addresses as one JSON line. */
import {Command} from "commander";
import type {ModelSpec} from "./options.js";
import {startSimulator} from "./startSimulator.js";

interface Flags {
  port: string;
  seed: string;
  timeScale: string;
  fault: string[];
  apiKey?: string;
  model?: string;
}

const program = new Command("serve")
  .description("A simulated SGLang host on loopback")
  .option("--port <n>", "0 picks a free one", "0")
  .option("--seed <n>", "same seed, same answers", "1")
  .option("--time-scale <x>", "durations are multiplied by it", "1")
  .option("--fault <name...>", "a fault of the catalogue; may be repeated", [])
  .option("--api-key <key>", "asked for on every request but health")
  .option("--model <json>", "rates and sizes that replace the defaults, as a JSON object");
program.parse();
const flags = program.opts<Flags>();

const simulator = await startSimulator({
  port: Number(flags.port),
  seed: Number(flags.seed),
  timeScale: Number(flags.timeScale),
  faults: flags.fault,
  ...(flags.apiKey === undefined ? {} : {apiKey: flags.apiKey}),
  ...(flags.model === undefined ? {} : {model: JSON.parse(flags.model) as Partial<ModelSpec>})
});
const {baseUrl, dockerHost, nvidiaSmiArgv} = simulator;
process.stdout.write(`${JSON.stringify({baseUrl, dockerHost, nvidiaSmiArgv, pid: process.pid})}\n`);

function stop(): void {
  void simulator.close().then(() => process.exit(0));
}
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
