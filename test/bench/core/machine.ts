import {execFileSync} from "node:child_process";
import {cpus, loadavg, release, totalmem, type} from "node:os";
import type {BenchPart} from "../../../src/schema/bench.js";

/** The machine that measures, as the table names it. */
export function machine(): BenchPart["machine"] {
  const processors = cpus();
  return {
    cpu: (processors[0]?.model ?? "unknown").trim(),
    cores: processors.length,
    memory_gib: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release().split("-")[0] ?? ""}`,
    node: process.version,
    commit: commit()
  };
}

/** Load of the last minute over the cores. */
export const load = (): number => Math.round((100 * (loadavg()[0] ?? 0)) / cpus().length) / 100;

function commit(): string | null {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], {encoding: "utf8", stdio: ["ignore", "pipe", "ignore"]}).trim();
  } catch {
    return null;
  }
}
