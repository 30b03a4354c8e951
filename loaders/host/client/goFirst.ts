import {execFileSync} from "node:child_process";
import {readlinkSync} from "node:fs";

/**
 * Asks the system to run the calling thread before all ordinary ones, so that a busy machine delays no stamp (Linux, with the right
 * to: root mostly has it). Threads that it starts are ordinary again. Where it is not granted nothing changes, and the loop delay of each request tells what that costs.
 */
export function goFirst(): void {
  try {
    const thread = readlinkSync("/proc/thread-self").split("/").at(-1) ?? "";
    execFileSync("chrt", ["--reset-on-fork", "--fifo", "--pid", "1", thread], {stdio: "ignore"});
  } catch {
    // Not Linux, not allowed, or no such command.
  }
}
