import {spawn} from "node:child_process";
import {createRequire} from "node:module";
import {createInterface} from "node:readline";
import {fileURLToPath, pathToFileURL} from "node:url";
import {z} from "zod";
import {Problem} from "../../../src/schema/problem.js";
import type {SimulatorOptions} from "../../simulator/index.js";

const Addresses = z.object({
  baseUrl: z.string(),
  dockerHost: z.string().nullable(),
  nvidiaSmiArgv: z.array(z.string())
});

/** A simulated host in another process. */
export type SimulatorProcess = z.infer<typeof Addresses> & {close(): Promise<void>};

/** Starts the simulator in a process of its own and waits for its addresses. A start that fails is a Problem with its words. */
export async function simulatorProcess(options: SimulatorOptions): Promise<SimulatorProcess> {
  const child = spawn(
    process.execPath,
    [
      "--import",
      pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href,
      fileURLToPath(new URL("./main.ts", import.meta.url)),
      JSON.stringify(options)
    ],
    {stdio: ["pipe", "pipe", "pipe"]}
  );
  let said = "";
  child.stderr.on("data", (piece: Buffer) => {
    if (said.length < 2000) said += piece.toString("utf8");
  });
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  const line = await new Promise<string | null>((resolve) => {
    createInterface({input: child.stdout}).once("line", resolve);
    void ended.then(() => resolve(null));
  });
  if (line === null)
    throw new Problem("simulator.start", "The simulator did not start", {
      why: said.trim().slice(0, 500),
      left: "nothing was started",
      next: "check [simulator] in the plan"
    });
  return {
    ...Addresses.parse(JSON.parse(line)),
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(timer);
    }
  };
}
