import {readFile, stat} from "node:fs/promises";
import {resolve} from "node:path";
import {Command} from "commander";
import {caseExchange, WireCase} from "../../src/metrics/wire/caseExchange.js";
import {exchangeOf, type Exchange} from "../../src/metrics/wire/exchange.js";
import {flatRecord, type FlatRecord} from "../../src/metrics/wire/flatRecord.js";
import {Problem} from "../../src/schema/problem.js";
import {WireFrame} from "../../src/schema/wire.js";
import {linesOf} from "../record/linesOf.js";
import {defineCommand, parseArguments, type Definition} from "./definition.js";
import type {CliEffects} from "./effects.js";
import {formatRecord} from "./formatRecord.js";
import {parsed, wireContext, type RecordContext} from "./wireContext.js";

interface Named {
  id: string | null;
  exchange: Exchange;
  context: Partial<RecordContext>;
}

const unreadable = (path: string, why: string, cause?: unknown) =>
  new Problem("derive-unreadable", "These wire frames cannot be read", {
    where: path,
    why,
    next: "give a <NN-slug>.wire.jsonl.gz of an evidence folder, or a JSON capture with frames of [t_ms, text]",
    cause
  });

/** Requests of a wire file, each handed on as soon as it has ended. */
async function* fromWire(path: string): AsyncGenerator<Named> {
  const contextOf = await wireContext(path);
  const named = (id: string, frames: WireFrame[]) => ({id, exchange: exchangeOf(frames), context: contextOf(id) ?? {}});
  const open = new Map<string, WireFrame[]>();
  let number = 0;
  for await (const {bytes, ended} of linesOf(path)) {
    number += 1;
    const frame = WireFrame.safeParse(parsed(bytes.toString("utf8")));
    // A last line without newline is what a kill leaves; the frames before it stand.
    if (!ended && !frame.success) break;
    if (!frame.success) throw unreadable(path, `line ${number} is not [request_id, t_ns, payload]`);
    const [id, , payload] = frame.data;
    const frames = open.get(id) ?? [];
    open.set(id, frames);
    frames.push(frame.data);
    if (typeof payload !== "object" || !("end" in payload)) continue;
    open.delete(id);
    yield named(id, frames);
  }
  for (const [id, frames] of open) yield named(id, frames);
}

async function* requestsOf(path: string): AsyncGenerator<Named> {
  const {value} = await linesOf(path).next();
  const first = value === undefined ? undefined : parsed(value.bytes.toString("utf8"));
  if (Array.isArray(first) && typeof first[0] === "string") return yield* fromWire(path);
  const whole = parsed(await readFile(path, "utf8"));
  if (whole === undefined) throw unreadable(path, "it is neither JSON nor lines of [request_id, t_ns, payload]");
  for (const one of Array.isArray(whole) ? (whole as unknown[]) : [whole]) {
    const given = WireCase.safeParse(one);
    if (!given.success) {
      const issue = given.error.issues[0];
      throw unreadable(path, `${issue?.path.join(".") || "(top)"}: ${issue?.message ?? "unknown shape"}`);
    }
    yield {id: given.data.name, exchange: caseExchange(given.data), context: {cacheDeclared: given.data.request.cache}};
  }
}

export const define = (): Definition =>
  defineCommand(
    new Command("derive")
      .description("Derive a request's metrics from its wire frames: the definitions of the method page, nothing else.")
      .argument("<file>", "a .wire.jsonl or .wire.jsonl.gz of an evidence folder, or a JSON capture")
      .option("--request <id>", "only this request, e.g. glm-393k/04-capacity-4k-c1#0"),
    {
      json: "print JSON: one object, or an array for several requests",
      evidence: "a relative file is also looked for in this folder",
      examples: [
        ["npm run -s derive -- capture.json --json", "a capture of frames, [t_ms, text] each"],
        [
          "npm run -s derive -- evidence/2026-11-30-rehearsal/adaptive-131k/03-capacity-4k-c1.wire.jsonl.gz --request 'adaptive-131k/03-capacity-4k-c1#0'",
          "one request of a stage"
        ]
      ]
    }
  );

/** `derive FILE [--request ID] [--json]`: prints what section 3 defines of the requests in a wire file or a case. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const {args, options} = parseArguments<{request?: string}>(define(), argv, effects);
  const {request, json, evidence} = options;
  const [file = ""] = args;
  const places = [resolve(effects.cwd, file), ...(evidence ? [resolve(effects.cwd, evidence, file)] : [])];
  const found = await Promise.all(
    places.map((p) =>
      stat(p).then(
        (s) => (s.isFile() ? p : null),
        () => null
      )
    )
  );
  const path = found.find((p) => p !== null);
  if (!path) throw unreadable(places[0] ?? file, "there is no such file");

  const records: FlatRecord[] = [];
  try {
    for await (const {id, exchange, context} of requestsOf(path))
      if (request === undefined || id === request) records.push(flatRecord(id, exchange, context));
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw unreadable(path, error instanceof Error ? error.message : String(error), error);
  }
  if (records.length === 0)
    throw unreadable(path, request === undefined ? "it holds no request" : `it holds no request ${request}`);
  const text = json
    ? `${JSON.stringify(records.length === 1 ? records[0] : records)}\n`
    : records.map(formatRecord).join("\n");
  effects.out(text);
  return 0;
}
