import {startServer, TSX} from "../core/child.js";

/** What the simulated server knows of a request: its own monotonic clock, when it handed bytes to the socket. */
export interface ServerSeen {
  request_id: string;
  received_ns: number;
  first_output_ns: number | null;
  last_output_ns: number | null;
  output_tokens: number;
}

/** Many streams at once, each a token every `stepMs`, all written in one turn as a server's batch is. */
const model = (stepMs: number) => ({
  maxRunning: 1024,
  speculativeSteps: 0,
  adaptive: false,
  batchPenalty: 0,
  contextStepMs: 0,
  stepMs,
  jitter: 0.02,
  prefillFixedMs: 10,
  prefillTokenMs: 0.001,
  prefillSquareMs: 0,
  firstPrefillMs: 0
});

export interface BenchServer {
  url: string;
  /** Times of the requests since the last call, by their id. */
  taken(): Promise<Map<string, ServerSeen>>;
  stop(): Promise<void>;
}

/** The simulated host in a process of its own. */
export async function benchServer(stepMs: number): Promise<BenchServer> {
  const argv = [...TSX, "loaders/simulator/serve.ts", "--model", JSON.stringify(model(stepMs))];
  const {ready, stop} = await startServer<{baseUrl: string}>(argv);
  let known = 0;
  return {
    url: ready.baseUrl,
    async taken() {
      const answer = await fetch(`${ready.baseUrl}/__simulator/requests`);
      const all = (await answer.json()) as ServerSeen[];
      const fresh = all.slice(known);
      known = all.length;
      return new Map(fresh.map((times) => [times.request_id, times]));
    },
    stop
  };
}
