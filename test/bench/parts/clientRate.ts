import {clients, runClient, type ClientName} from "../client/clients.js";
import {startServer, TSX} from "../core/child.js";
import {measure} from "../core/measure.js";
import type {Part} from "../core/part.js";

const STREAMS = 8;
const EVENTS = 2048;
const ROUNDS = {aiohttp: 10, others: 40};
const WARM_UP = {aiohttp: 5, others: 40};
const REPEATS = 3;

/** Events that a client takes in per second of its CPU, from a server that sends as fast as it can. */
export const clientRate: Part = {
  name: "rate",
  title: "Client throughput: events of 216 bytes taken in per CPU second, from a server that floods",
  async run(_, add) {
    const server = await startServer<{baseUrl: string}>([...TSX, "test/bench/client/floodServer.ts"]);
    const programs = clients();
    const rates = new Map<ClientName | "derived", number[]>();
    const take = async (key: ClientName | "derived", argv: readonly string[], derive: boolean) => {
      const plan = {
        url: server.ready.baseUrl,
        streams: STREAMS,
        rounds: ROUNDS[key === "aiohttp" ? key : "others"],
        warmUp: WARM_UP[key === "aiohttp" ? key : "others"],
        maxTokens: EVENTS,
        derive,
        staggerMs: 0
      };
      const {events, cpu_s} = await runClient(argv, plan);
      rates.set(key, [...(rates.get(key) ?? []), events / cpu_s]);
    };
    try {
      for (let i = 0; i < REPEATS; i += 1)
        for (const {name, argv} of programs) {
          await take(name, argv, false);
          if (name === "ours") await take("derived", argv, true);
        }
    } finally {
      await server.stop();
    }
    const beside = (name: ClientName) => ({name, values: rates.get(name) ?? []});
    add(
      measure({
        what: "stamped and kept, as while a stream runs",
        unit: "events/CPU s",
        ours: rates.get("ours") ?? [],
        peer: beside("aiohttp"),
        limit: beside("bare socket"),
        target: {
          says: "6 x aiohttp, half of a bare socket",
          met: ({peer, limit}) => (peer === null || peer >= 6) && limit !== null && limit >= 0.5
        },
        note: `${STREAMS} streams, answers of ${EVENTS} events; aiohttp reads line by line and parses each as it comes, as the common benchmarks do; the bare socket only counts events`
      })
    );
    add(
      measure({
        what: "stamped, kept, and derived after the end",
        unit: "events/CPU s",
        ours: rates.get("derived") ?? [],
        peer: beside("aiohttp"),
        limit: beside("bare socket"),
        note: "the whole work on a request: taken in, then parsed and measured when its stream has ended"
      })
    );
  }
};
