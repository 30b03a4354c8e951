// Keeps its core busy for so many of every 20 ms.
import {performance} from "node:perf_hooks";

const busyMs = Number(process.argv[2]);
process.stdout.write("{}\n");
if (busyMs > 0)
  setInterval(() => {
    const until = performance.now() + busyMs;
    while (performance.now() < until);
  }, 20);
else setInterval(() => undefined, 1000);
