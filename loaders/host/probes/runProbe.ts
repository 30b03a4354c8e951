import {execFile} from "node:child_process";
import {createHash} from "node:crypto";
import {readdir, readFile} from "node:fs/promises";
import {promisify} from "node:util";
import {request} from "undici";
import type {z} from "zod";
import type {ProbeResult} from "../../../src/schema/host.js";
import type {Probe} from "../../../src/schema/plan.js";
import type {Containers} from "../containers/containers.js";
import {valueAt} from "./valueAt.js";

export type ProbeSpec = z.infer<typeof Probe>;
export type ProbeOutcome = z.infer<typeof ProbeResult>;

export interface ProbeEffects {
  /** Null where there is no engine (attached mode): container probes are then inconclusive. */
  containers: Containers | null;
  limitMs: number;
}

const LONGEST = 200;
const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text);

type Answer = Pick<ProbeOutcome, "verdict" | "value" | "reason">;

/** Asks one probe. Never rejects: what cannot be asked is `inconclusive` with its reason; what answers otherwise is `fail`. */
export async function runProbe(probe: ProbeSpec, effects: ProbeEffects): Promise<ProbeOutcome> {
  let answer: Answer;
  try {
    answer = await ask(probe, effects);
  } catch (error) {
    answer = {
      verdict: "inconclusive",
      value: null,
      reason: short(error instanceof Error ? error.message : String(error))
    };
  }
  return {name: probe.name, kind: probe.kind, ...answer};
}

async function ask(probe: ProbeSpec, effects: ProbeEffects): Promise<Answer> {
  switch (probe.kind) {
    case "http":
      return http(probe, effects.limitMs);
    case "container": {
      if (!effects.containers) return {verdict: "inconclusive", value: null, reason: "no container engine is in use"};
      const status = (await effects.containers.find(probe.container))?.status ?? "absent";
      return judged(status, probe.state, `the container ${probe.container}`);
    }
    case "command": {
      const [program = "", ...rest] = probe.argv;
      const {stdout} = await promisify(execFile)(program, rest, {
        timeout: effects.limitMs,
        maxBuffer: 1 << 20,
        shell: false
      });
      const said = stdout.trim();
      return probe.stdout === undefined
        ? {verdict: "pass", value: short(said), reason: "exit code 0"}
        : judged(said, probe.stdout.trim(), "standard output");
    }
    case "file": {
      const bytes = await readFile(probe.path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      if (bytes === null) return {verdict: "fail", value: null, reason: `${probe.path} is not there`};
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      return probe.sha256 === undefined
        ? {verdict: "pass", value: sha256, reason: "present"}
        : judged(sha256, probe.sha256, "the sha256");
    }
    case "shm": {
      const count = (await readdir(probe.path)).length;
      const fits = count <= probe.max_files;
      return {
        verdict: fits ? "pass" : "fail",
        value: String(count),
        reason: `${count} files in ${probe.path}, at most ${probe.max_files} allowed`
      };
    }
  }
}

function judged(found: string, wanted: string, what: string): Answer {
  const same = found === wanted;
  return {
    verdict: same ? "pass" : "fail",
    value: short(found),
    reason: same
      ? `${what} is as expected`
      : `${what} is ${JSON.stringify(short(found))}, expected ${JSON.stringify(short(wanted))}`
  };
}

async function http(probe: Extract<ProbeSpec, {kind: "http"}>, limitMs: number): Promise<Answer> {
  const response = await request(probe.url, {signal: AbortSignal.timeout(limitMs)});
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response.body as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size > 1 << 20) break;
  }
  const status = String(response.statusCode);
  if (response.statusCode !== probe.status || probe.json_path === undefined)
    return judged(status, String(probe.status), "the HTTP status");
  const value = valueAt(JSON.parse(Buffer.concat(parts).toString("utf8")), probe.json_path);
  if (value === undefined) return {verdict: "fail", value: null, reason: `${probe.json_path} is not in the answer`};
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return probe.equals === undefined
    ? {verdict: "pass", value: short(text), reason: "present"}
    : judged(text, probe.equals, probe.json_path);
}
