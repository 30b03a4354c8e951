// Keeps its core busy for so many of every 20 ms.
import {execFileSync} from "node:child_process";
import {performance} from "node:perf_hooks";

try {
  // Above the client's thread, which goes before all ordinary ones where the system allows it.
  execFileSync("chrt", ["--fifo", "--pid", "2", String(process.pid)], {stdio: "ignore"});
} catch {
  // Then the client's thread is an ordinary one too.
}

const busyMs = Number(process.argv[2]);
process.stdout.write("{}\n");
if (busyMs > 0)
  setInterval(() => {
    const until = performance.now() + busyMs;
    while (performance.now() < until);
  }, 20);
else setInterval(() => undefined, 1000);
