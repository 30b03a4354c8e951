import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import type {JournalLine} from "../../../src/schema/journal.js";
import {RequestRecord} from "../../../src/schema/request.js";
import {linesOf, readJournal} from "../../record/index.js";

const Started = z.object({key: z.string(), profile: z.string(), stage: z.string()});
const Keyed = z.object({key: z.string()});

/** What an earlier run of a campaign has done, from its journal. */
export interface ResumeState {
  /** Keys of the steps that were finished. */
  finished: ReadonlySet<string>;
  /** Stages that were begun for a step, in order. */
  begun: ReadonlyMap<string, {profile: string; stage: string}[]>;
  /** Calibrated prompts. */
  words: Record<string, number>;
  /** Runs before this one. */
  runs: number;
  planSha256: string | null;
}

export const FRESH: ResumeState = {finished: new Set(), begun: new Map(), words: {}, runs: 0, planSha256: null};

/** Reads the journal of a campaign that is to go on. */
export async function readResumeState(folder: string): Promise<ResumeState> {
  return resumeState((await readJournal(join(folder, "journal.jsonl"))).lines);
}

/** The state that a journal's lines add up to. */
export function resumeState(lines: readonly JournalLine[]): ResumeState {
  const finished = new Set<string>();
  const begun = new Map<string, {profile: string; stage: string}[]>();
  const words: Record<string, number> = {};
  let runs = 0;
  let planSha256: string | null = null;
  for (const {event, detail} of lines) {
    if (event === "run.started") {
      runs += 1;
      planSha256 ??= typeof detail.plan_sha256 === "string" ? detail.plan_sha256 : null;
    } else if (event === "stage.started") {
      const {key, profile, stage} = Started.parse(detail);
      begun.set(key, [...(begun.get(key) ?? []), {profile, stage}]);
    } else if (event === "stage.ended") finished.add(Keyed.parse(detail).key);
    else if (event === "prompts") Object.assign(words, z.record(z.string(), z.number()).catch({}).parse(detail.words));
  }
  return {finished, begun, words, runs, planSha256};
}

/** Requests that earlier stages of a step have finished, by index. A last line that was cut does not count. */
export async function earlierRequests(
  folder: string,
  stages: readonly {profile: string; stage: string}[]
): Promise<Map<number, RequestRecord>> {
  const found = new Map<number, RequestRecord>();
  for (const {profile, stage} of stages) {
    const path = join(folder, profile, `${stage}.requests.jsonl`);
    if ((await readFile(path).catch(() => null)) === null) continue;
    for await (const {bytes, ended} of linesOf(path)) {
      if (!ended) continue;
      const record = RequestRecord.parse(JSON.parse(bytes.toString("utf8")));
      found.set(record.index, record);
    }
  }
  return found;
}
