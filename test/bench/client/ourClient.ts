/** Assay's own client over many streams, in a process of its own. Prints a ClientReport. */
import {httpClient} from "../../../loaders/host/client/index.js";
import {decodeTokS} from "../../../src/metrics/index.js";
import {deriveRequest} from "../../../src/metrics/wire/deriveRequest.js";
import {bodyOf, EVENT_BYTES, idOf, type ClientPlan, type ClientReport, type Seen} from "./plan.js";

const plan = JSON.parse(process.argv[2] ?? "") as ClientPlan;
const client = httpClient({baseUrl: plan.url, connections: plan.streams});
const limits = {firstOutputS: 120, stallS: 120, totalS: 120, maxBytes: 2 ** 40, maxReads: 2 ** 40};
const seen: Seen[] = [];
let events = 0;

async function one(id: string, keep: boolean): Promise<void> {
  const body = bodyOf(id, plan.maxTokens);
  const result = await client.send({requestId: id, method: "POST", path: "/v1/chat/completions", body, limits});
  if (result.end !== "end") throw new Error(`${id}: ${result.error ?? result.end}`);
  if (!keep) return;
  const bytes = result.frames.reduce((sum, [, , read]) => (typeof read === "string" ? sum + read.length : sum), 0);
  events += Math.floor(bytes / EVENT_BYTES);
  if (!plan.derive) return;
  const derived = deriveRequest(result.frames);
  const at = (ms: number | null) => Number(result.sentNs) + (ms ?? NaN) * 1e6;
  seen.push({
    id,
    sent_ns: Number(result.sentNs),
    first_ns: at(derived.ttfo_ms),
    last_ns: at(derived.last_output_ms),
    events: derived.output_deltas ?? 0,
    ...result.condition,
    chunk_gap_ms_p50: derived.chunk_gap_ms_p50,
    decode_tok_s: decodeTokS(derived),
    ttfo_ms: derived.ttfo_ms
  });
}

async function stream(index: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, index * plan.staggerMs));
  for (let round = 0; round < plan.rounds; round += 1) await one(idOf(index, round), true);
}

const all = Array.from({length: plan.streams}, (_, i) => i);
// The first requests of a process compile its code: that is not what is measured.
for (let i = 0; i < plan.warmUp; i += 1) await one("warm-up", false);
const from = performance.now();
const cpu = process.cpuUsage();
await Promise.all(all.map(stream));
const used = process.cpuUsage(cpu);
const wall_s = (performance.now() - from) / 1000;
const report: ClientReport = {
  seen,
  events,
  cpu_s: (used.user + used.system) / 1e6,
  wall_s
};
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
