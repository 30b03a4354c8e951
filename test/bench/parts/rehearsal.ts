import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {runChild, TSX} from "../core/child.js";
import {measure} from "../core/measure.js";
import type {Part} from "../core/part.js";
import {covered, type Span} from "../core/covered.js";
import type {RequestRecord} from "../../../src/schema/request.js";
import type {StageRecord} from "../../../src/schema/stage.js";

/** The rehearsal's wall time, and how much of it waits for the simulated server: requests in flight and boots. */
export const rehearsal: Part = {
  name: "rehearsal",
  title: "Rehearsal: a whole campaign against the simulator",
  async run({folder}, add) {
    const evidence = join(folder, "rehearsal");
    const {wallMs} = await runChild([...TSX, "loaders/cli.ts", "loaders", "--evidence", evidence], {
      timeoutS: 240,
      okCodes: [0, 1]
    });
    const spans = await waits(evidence);
    const waited_ms = covered(spans);
    const requests = spans.filter((span) => span.isRequest).length;
    add(measure({what: "wall time", unit: "s", ours: [wallMs / 1000], n: 1, note: `${requests} requests`}));
    add(
      measure({
        what: "of it not waiting for the simulated server",
        unit: "s",
        ours: [(wallMs - waited_ms) / 1000],
        limit: {name: "the whole", values: [wallMs / 1000]},
        n: 1,
        note: "waiting: at least one request is in flight, or a server boots; the rest is start, recording, hashing, grading and the container engine"
      })
    );
  }
};

/** When requests were in flight and servers booted, ms of the wall clock. */
async function waits(evidence: string): Promise<(Span & {isRequest: boolean})[]> {
  const spans: (Span & {isRequest: boolean})[] = [];
  for (const name of await readdir(evidence, {recursive: true})) {
    const text = /\.requests\.jsonl$|-launch\.json$/.test(name) ? await readFile(join(evidence, name), "utf8") : "";
    if (name.endsWith("-launch.json")) {
      const {started_at, ended_at} = JSON.parse(text) as StageRecord;
      if (started_at !== null && ended_at !== null)
        spans.push({from: Date.parse(started_at), to: Date.parse(ended_at), isRequest: false});
      continue;
    }
    for (const line of text.split("\n").filter((l) => l !== "")) {
      const {sent_at, e2e_ms} = JSON.parse(line) as RequestRecord;
      if (sent_at === null || e2e_ms === null) continue;
      const from = Date.parse(sent_at);
      spans.push({from, to: from + e2e_ms, isRequest: true});
    }
  }
  return spans;
}
