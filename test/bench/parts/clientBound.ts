import {clientBound as rule} from "../../../src/analysis/audit/clientBound.js";
import {auditReport} from "../../../src/analysis/audit/index.js";
import {openDatabase} from "../../../src/analysis/database.js";
import {clients, runClient} from "../client/clients.js";
import {boundEvidence} from "../client/boundEvidence.js";
import {at, errorsOf} from "../client/errors.js";
import {benchServer, type ServerSeen} from "../client/simulator.js";
import type {Seen} from "../client/plan.js";
import {startServer} from "../core/child.js";
import {measure} from "../core/measure.js";
import type {Part} from "../core/part.js";

const STEP_MS = 10;
const STREAMS = 32;
/** One core for the client, and a neighbour on it that is served first. */
const CLIENT = ["taskset", "-c", "0", "nice", "-n", "19"];
const HOG = ["taskset", "-c", "0", process.execPath, "test/bench/client/hog.mjs"];
const BUSY_MS = [0, 1, 2, 4, 8, 12, 16];
/** A median is bent when it lies this far from the server's own. */
const BENT = 0.05;

/** A client whose core is taken from it more and more: the audit's rule must fire before its medians bend. */
export const clientBound: Part = {
  name: "bound",
  title: "Where a client is too slow to be believed: its core is taken by another program for part of every 20 ms",
  async run({folder, talk}, add) {
    const server = await benchServer(STEP_MS);
    const ours = clients().find((client) => client.name === "ours");
    const steps: {busy: number; fires: boolean; bend: number; p99: number}[] = [];
    try {
      for (const busyMs of BUSY_MS) {
        await server.taken();
        const plan = {
          url: server.url,
          streams: STREAMS,
          rounds: 3,
          warmUp: 3,
          maxTokens: 48,
          derive: true,
          staggerMs: 3
        };
        const hog = await startServer([...HOG, String(busyMs)]);
        const {seen} = await runClient([...CLIENT, ...(ours?.argv ?? [])], plan).finally(hog.stop);
        const own = await server.taken();
        const step = {
          busy: busyMs,
          fires: await fires(seen, `${folder}/bound-${busyMs}`),
          bend: bend(seen, own),
          p99: at(errorsOf(seen, own).ttfo, 99)
        };
        steps.push(step);
        talk(
          `    busy ${busyMs} ms: ${step.fires ? "fires" : "quiet"}, medians off by ${(100 * step.bend).toFixed(1)} %, p99 error ${step.p99.toFixed(2)} ms\n`
        );
      }
    } finally {
      await server.stop();
    }
    const fired = steps.find((s) => s.fires);
    const bent = steps.find((s) => s.bend > BENT);
    if (!fired) throw new Error("client-bound never fired, although the client had its core for 4 of every 20 ms");
    add(
      measure({
        what: "client-bound fires where its core is taken for",
        unit: "ms of 20",
        ours: [fired.busy],
        n: steps.length,
        peer: bent ? {name: "a median is off by 5 %", values: [bent.busy]} : null,
        target: {says: "before the numbers bend", met: () => bent === undefined || fired.busy <= bent.busy},
        note: steps
          .map(
            (s) =>
              `${s.busy} ms: ${s.fires ? "fires" : "quiet"}, medians off by ${(100 * s.bend).toFixed(1)} %, p99 error ${s.p99.toFixed(1)} ms`
          )
          .join("; ")
      })
    );
  }
};

/** Whether the audit's own rule fires on these requests, through evidence and SQL as in any campaign. */
async function fires(seen: readonly Seen[], folder: string): Promise<boolean> {
  const db = await openDatabase(await boundEvidence(folder, seen));
  try {
    const [campaign] = db.campaigns;
    if (!campaign) throw new Error("the evidence was not read");
    const {findings} = await auditReport(db, campaign.campaignId, campaign.policy, [], [rule]);
    return findings.length > 0;
  } finally {
    db.close();
  }
}

/** How far the client's median first output or decode rate lies from the server's own, as a share. */
function bend(seen: readonly Seen[], server: ReadonlyMap<string, ServerSeen>): number {
  const pairs = seen.flatMap((client) => {
    const own = server.get(client.id);
    return own && own.first_output_ns !== null && own.last_output_ns !== null
      ? [{client, first: own.first_output_ns - own.received_ns, span: own.last_output_ns - own.first_output_ns}]
      : [];
  });
  const off = (client: number[], own: number[]) => Math.abs(at(client, 50) / at(own, 50) - 1);
  return Math.max(
    off(
      pairs.map((p) => p.client.first_ns - p.client.sent_ns),
      pairs.map((p) => p.first)
    ),
    off(
      pairs.map((p) => p.client.last_ns - p.client.first_ns),
      pairs.map((p) => p.span)
    )
  );
}
