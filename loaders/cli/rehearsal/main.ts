import {startSimulator, type SimulatorOptions} from "../../simulator/index.js";

/**
 * The simulated host in a process of its own, so that it takes no time from the client's event loop. Options are one JSON
 * argument; its addresses are one JSON line. It ends when its stdin does: a rehearsal that was killed leaves nothing behind.
 */
process.on("SIGINT", () => undefined);
try {
  const simulator = await startSimulator(JSON.parse(process.argv[2] ?? "{}") as SimulatorOptions);
  const {baseUrl, dockerHost, nvidiaSmiArgv} = simulator;
  process.stdout.write(`${JSON.stringify({baseUrl, dockerHost, nvidiaSmiArgv})}\n`);
  process.stdin.resume().once("close", () => void simulator.close().finally(() => process.exit(0)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
}
