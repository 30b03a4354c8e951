/**
 * The client in a process of its own, so that its memory is its own. Reads a JSON line {baseUrl, limits} a host from
 * stdin; writes what became of it and the peak of its memory.
 */
import {readFileSync, writeFileSync} from "node:fs";
import {createInterface} from "node:readline";
import {httpClient} from "../../loaders/host/client/index.js";
import {exchangeLimits} from "../../loaders/stages/run/exchangeLimits.js";
import {deriveRequest} from "../../src/metrics/index.js";
import {Plan} from "../../src/schema/plan.js";

interface Asked {
  baseUrl: string;
  limits: Record<string, number>;
}

/** Tokens that an answer may have: enough for the largest limit of bytes. */
const WORST = 32_768;

/** Peak of this process's memory since it was last asked for, MiB. (A child's maxRSS begins with its parent's.) */
function peakMib(): number {
  const [, kib] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  writeFileSync("/proc/self/clear_refs", "5");
  return Number(kib) / 1024;
}

async function ask({baseUrl, limits}: Asked) {
  const plan = Plan.shape.limits.parse({first_output_s: 1, stall_s: 1, total_s: 20, ...limits});
  const client = httpClient({baseUrl, connectTimeoutS: 2});
  const said = [];
  try {
    for (let i = 0; i < 2; i += 1) {
      const result = await client.send({
        requestId: `p/00-x#${i}`,
        method: "POST",
        path: "/v1/chat/completions",
        body: {model: "m", stream: true, messages: []},
        limits: exchangeLimits(plan, WORST, null)
      });
      const {status, error, content} = deriveRequest(result.frames);
      said.push({status, error: result.error ?? error, content: content?.slice(0, 40) ?? ""});
    }
    return {said, peakMib: peakMib()};
  } finally {
    await client.close();
  }
}

for await (const line of createInterface({input: process.stdin}))
  process.stdout.write(`${JSON.stringify(await ask(JSON.parse(line) as Asked))}\n`);
