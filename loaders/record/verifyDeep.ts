import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {deriveRequest} from "../../src/metrics/wire/deriveRequest.js";
import {Derived, RequestRecord} from "../../src/schema/request.js";
import {readJournal} from "./journal.js";
import {linesOf} from "./linesOf.js";
import {wireMembers} from "./wireMembers.js";

/** A line that its wire does not bear out. `from`: the files that the finding rests on. */
export interface DeepProblem {
  file: string;
  what: string;
  from: string[];
}

const FIELDS = Object.keys(Derived.shape) as (keyof Derived)[];
const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
};

/** Fields in which a record differs from what its frames say. */
export function differences(record: RequestRecord, again: Derived): string[] {
  return FIELDS.filter((field) => JSON.stringify(record[field]) !== JSON.stringify(again[field])).map(
    (field) => `${field} is ${shown(record[field])}, the wire says ${shown(again[field])}`
  );
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

interface Recorded {
  record: RequestRecord;
  line: number;
}

async function readRecords(path: string, file: string, problems: DeepProblem[]): Promise<Map<string, Recorded>> {
  const records = new Map<string, Recorded>();
  let line = 0;
  for await (const {bytes, ended} of linesOf(path)) {
    // A last line without newline is what a kill leaves: dropped, and listed when the campaign is opened again.
    if (!ended) break;
    line += 1;
    const record = RequestRecord.safeParse(parse(bytes.toString("utf8")));
    if (!record.success) {
      const issue = record.error.issues[0];
      const what = `line ${line} is not a request of assay.request/v1: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`;
      problems.push({file, what, from: []});
    } else if (records.has(record.data.request_id))
      problems.push({file, what: `line ${line} counts ${record.data.request_id} a second time`, from: []});
    else records.set(record.data.request_id, {record: record.data, line});
  }
  return records;
}

/** What the journal says that bears on the wire. */
interface Told {
  /** Requests that were in flight when a process died: frames without a line are expected of them. */
  ids: Set<string>;
  /** Wire files whose last member a kill cut. */
  cut: Set<string>;
  /** Boots whose server says that it reports cached tokens. */
  reporting: Set<string | null>;
}

async function toldByJournal(folder: string, files: readonly string[]): Promise<Told> {
  const told: Told = {ids: new Set(), cut: new Set(), reporting: new Set()};
  const {ids, cut, reporting} = told;
  if (!files.includes("journal.jsonl")) return told;
  for (const {event, detail} of (await readJournal(join(folder, "journal.jsonl"))).lines) {
    if (event === "cache.reported") reporting.add(String(detail.boot_id));
    if (event !== "reopened") continue;
    for (const id of Array.isArray(detail.unrecorded_requests) ? detail.unrecorded_requests : []) ids.add(String(id));
    for (const one of Array.isArray(detail.cut_members) ? (detail.cut_members as unknown[]) : [])
      if (typeof one === "object" && one !== null && "file" in one) cut.add(String(one.file));
  }
  return told;
}

/** Boots that name cached tokens when there are any: by the server's own setting, or because some answer carried them. */
async function reportingBoots(
  folder: string,
  files: readonly string[],
  told: ReadonlySet<string | null>
): Promise<Set<string | null>> {
  const boots = new Set(told);
  for (const path of files) {
    if (path.endsWith(".requests.jsonl"))
      for await (const {bytes} of linesOf(join(folder, path))) {
        const record = Seen.safeParse(parse(bytes.toString("utf8")));
        if (record.data?.cached_basis === "usage") boots.add(record.data.boot_id);
      }
    const stage = /^[^/]+\/\d{2,3}-[^/]+\.json$/.test(path)
      ? Reporting.safeParse(parse(await readFile(join(folder, path), "utf8"))).data
      : undefined;
    if (stage?.server_before?.cache_reporting || stage?.server_after?.cache_reporting) boots.add(stage.boot_id);
  }
  return boots;
}

const Seen = z.object({boot_id: z.string().nullable(), cached_basis: z.string().nullable()});
const State = z.object({cache_reporting: z.boolean().nullable()}).nullable();
const Reporting = z.object({boot_id: z.string().nullable(), server_before: State, server_after: State});
const Origin = z.object({origin: z.string()});

/** Whether Assay recorded the campaign itself, so that every request line must have frames. */
async function isCaptured(folder: string, files: readonly string[]): Promise<boolean> {
  if (!files.includes("campaign.json")) return false;
  return Origin.safeParse(parse(await readFile(join(folder, "campaign.json"), "utf8"))).data?.origin === "captured";
}

/**
 * Derives every recorded request again from its wire frames and names each field that differs. Files without a wire are
 * passed over where they were imported. An absent cached count may be recorded as 0 where the boot reports its cache,
 * and always as null: that habit may be known only later.
 */
export async function verifyDeep(
  folder: string,
  files: readonly string[]
): Promise<{derived: number; problems: DeepProblem[]}> {
  const problems: DeepProblem[] = [];
  const told = await toldByJournal(folder, files);
  const reporting = await reportingBoots(folder, files, told.reporting);
  const captured = await isCaptured(folder, files);
  let derived = 0;
  for (const file of files.filter((path) => path.endsWith(".requests.jsonl"))) {
    const wire = file.replace(/\.requests\.jsonl$/, ".wire.jsonl.gz");
    if (captured && !files.includes(wire)) problems.push({file, what: `${wire} is missing`, from: [wire]});
  }
  for (const wire of files.filter((path) => path.endsWith(".wire.jsonl.gz"))) {
    const file = wire.replace(/\.wire\.jsonl\.gz$/, ".requests.jsonl");
    const from = [wire, file];
    const records = files.includes(file)
      ? await readRecords(join(folder, file), file, problems)
      : new Map<string, Recorded>();
    for await (const {id, frames, problem} of wireMembers(join(folder, wire))) {
      if (frames === null || id === null || problem !== null) {
        if (!told.cut.has(wire)) problems.push({file: wire, what: problem ?? "a member is empty", from});
        continue;
      }
      const recorded = records.get(id);
      if (!recorded) {
        if (!told.ids.has(id)) problems.push({file: wire, what: `frames of ${id} have no request line`, from});
        continue;
      }
      records.delete(id);
      derived += 1;
      const {record, line} = recorded;
      const cacheReporting = record.cached_basis === "absent-is-zero" && reporting.has(record.boot_id);
      const again = deriveRequest(frames, {cacheReporting});
      for (const what of differences(record, again)) problems.push({file, what: `line ${line} (${id}): ${what}`, from});
    }
    for (const [id, {line}] of records) problems.push({file, what: `line ${line} (${id}) has no frames`, from});
  }
  return {derived, problems};
}
