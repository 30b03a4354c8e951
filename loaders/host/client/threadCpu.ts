import {readFileSync} from "node:fs";

/** CPU time of the calling thread, ms; of the whole process where the system does not tell them apart. */
export function threadCpuMs(): number {
  try {
    // Linux: "time on the CPU, time waiting for one" in ns, then a count.
    const [ns] = readFileSync("/proc/thread-self/schedstat", "latin1").split(" ");
    if (ns !== undefined && Number(ns) > 0) return Number(ns) / 1e6;
  } catch {
    // Not Linux, or not told.
  }
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
}
