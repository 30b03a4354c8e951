import {readFileSync} from "node:fs";

/** When a process started, in the kernel's ticks: tells it from a later one with the same number. Null when it is gone, a zombie, or this is no Linux. */
export function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** Whether the very process that was noted still lives. */
export function lives(pid: number, started: string | null): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return started === null || processStart(pid) === started;
}
