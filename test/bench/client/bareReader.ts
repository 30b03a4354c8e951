/** The limit: a socket that counts the events in what it reads, and parses nothing. Prints a ClientReport. */
import {connect} from "node:net";
import {bodyOf, idOf, type ClientPlan, type ClientReport, type Seen} from "./plan.js";

const plan = JSON.parse(process.argv[2] ?? "") as ClientPlan;
const {hostname, port} = new URL(plan.url);
const seen: Seen[] = [];
let events = 0;

function one(id: string, keep: boolean): Promise<void> {
  const body = JSON.stringify(bodyOf(id, plan.maxTokens));
  const request = `POST /v1/chat/completions HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  return new Promise((resolve, reject) => {
    const socket = connect({host: hostname, port: Number(port), noDelay: true});
    let sent = 0;
    let first = 0;
    let last = 0;
    let own = 0;
    socket.on("connect", () => {
      sent = Number(process.hrtime.bigint());
      socket.write(request);
    });
    socket.on("data", (bytes) => {
      const now = Number(process.hrtime.bigint());
      let found = 0;
      for (let at = bytes.indexOf("\n\n"); at >= 0; at = bytes.indexOf("\n\n", at + 2)) found += 1;
      if (found === 0) return;
      if (own === 0) first = now;
      last = now;
      own += found;
    });
    socket.on("error", reject);
    socket.on("close", () => {
      if (keep) {
        events += own;
        seen.push({id, sent_ns: sent, first_ns: first, last_ns: last, events: own});
      }
      resolve();
    });
  });
}

async function stream(index: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, index * plan.staggerMs));
  for (let round = 0; round < plan.rounds; round += 1) await one(idOf(index, round), true);
}

for (let i = 0; i < plan.warmUp; i += 1) await one("warm-up", false);
const from = performance.now();
const cpu = process.cpuUsage();
await Promise.all(Array.from({length: plan.streams}, (_, i) => stream(i)));
const used = process.cpuUsage(cpu);
const report: ClientReport = {
  seen,
  events,
  cpu_s: (used.user + used.system) / 1e6,
  wall_s: (performance.now() - from) / 1000
};
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
