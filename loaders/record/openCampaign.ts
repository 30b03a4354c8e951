import {readdir, stat, unlink} from "node:fs/promises";
import {basename, join, resolve} from "node:path";
import {CampaignId} from "../../src/schema/common.js";
import {Problem} from "../../src/schema/problem.js";
import {recordEffects, type RecordEffects} from "./effects.js";
import {EvidenceWriter} from "./evidenceWriter.js";
import {ioCode, ioProblem, onFile} from "./ioProblem.js";
import {Journal, readJournal} from "./journal.js";
import {linesOf} from "./linesOf.js";
import {lockCampaign} from "./lock.js";
import {makeRedactor} from "./redact.js";
import {walkCampaign} from "./walkCampaign.js";
import {wireMembers} from "./wireMembers.js";

/** What a process that died left behind, as the reopened journal lists it. */
export interface Leftovers {
  /** Text of the journal's cut last line. */
  journal: string | null;
  /** Last lines without newline: readers drop them. */
  cut_lines: {file: string; text: string}[];
  /** Wire files whose last member is cut; `bytes` from `offset` on are no whole member. */
  cut_members: {file: string; offset: number; bytes: number}[];
  /** Requests whose frames are there and whose line is not: they were in flight and do not count. */
  unrecorded_requests: string[];
}

/** Removes half-written files that never got their name. */
async function removeTemporary(folder: string): Promise<void> {
  for (const entry of await readdir(folder, {withFileTypes: true})) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removeTemporary(path);
    else if (/\.[0-9a-f]{12}\.tmp$/.test(entry.name)) await unlink(path);
  }
}

async function recordedIds(path: string): Promise<{ids: Set<string>; cut: string | null}> {
  const ids = new Set<string>();
  let cut: string | null = null;
  for await (const {bytes, ended} of linesOf(path)) {
    if (!ended) cut = bytes.toString("utf8");
    else {
      const id = /"request_id":"((?:[^"\\]|\\.)*)"/.exec(bytes.toString("utf8"))?.[1];
      if (id !== undefined) ids.add(id);
    }
  }
  return {ids, cut};
}

/** Looks for what an interrupted process left, and changes nothing. */
export async function findLeftovers(folder: string): Promise<Omit<Leftovers, "journal">> {
  const found: Omit<Leftovers, "journal"> = {cut_lines: [], cut_members: [], unrecorded_requests: []};
  const {files} = await walkCampaign(folder);
  for (const file of files) {
    if (file.endsWith(".jsonl") && file !== "journal.jsonl") {
      const {cut} = await recordedIds(join(folder, file));
      if (cut !== null) found.cut_lines.push({file, text: cut});
    }
    if (!file.endsWith(".wire.jsonl.gz")) continue;
    const requests = file.replace(/\.wire\.jsonl\.gz$/, ".requests.jsonl");
    const {ids} = files.includes(requests) ? await recordedIds(join(folder, requests)) : {ids: new Set<string>()};
    for await (const member of wireMembers(join(folder, file))) {
      if (member.frames === null) found.cut_members.push({file, offset: member.offset, bytes: member.bytes});
      else if (member.id !== null && !ids.has(member.id)) found.unrecorded_requests.push(member.id);
    }
  }
  return found;
}

/**
 * Opens a campaign again, to resume, restore or re-seal it. Takes its lock; cuts the journal to its last whole line;
 * clears half-written temporary files; and lists in the journal all that a dead process left. No other file is changed.
 */
export async function openCampaign(
  folder: string,
  options: {secrets?: Iterable<string>} = {},
  effects: RecordEffects = recordEffects
): Promise<{writer: EvidenceWriter; leftovers: Leftovers}> {
  const place = resolve(folder);
  const id = CampaignId.safeParse(basename(place));
  const journalPath = join(place, "journal.jsonl");
  await stat(journalPath).catch((error: unknown) => {
    if (ioCode(error) !== "ENOENT") throw ioProblem(error, journalPath, "read");
    throw new Problem("no-campaign", "This folder holds no campaign", {
      where: place,
      why: "it has no journal.jsonl",
      next: "name a folder of evidence/, such as evidence/2026-09-02-x"
    });
  });
  if (!id.success)
    throw new Problem("bad-campaign-id", "This folder's name is not a campaign id", {
      where: place,
      next: "rename it back to YYYY-MM-DD-slug"
    });
  const unlock = await lockCampaign(place, effects);
  try {
    const reading = await onFile(journalPath, "read", () => readJournal(journalPath));
    if (reading.problems.length > 0)
      throw new Problem("broken-journal", "The journal's chain is broken", {
        where: journalPath,
        why: reading.problems[0] ?? "",
        left: "everything",
        next: "do not resume: start a new campaign, and keep this folder as it is"
      });
    await onFile(place, "cleaned", () => removeTemporary(place));
    const rest = await onFile(place, "read", () => findLeftovers(place));
    const {journal, dropped} = await Journal.reopen(journalPath, effects);
    const leftovers: Leftovers = {journal: dropped, ...rest};
    const redactor = makeRedactor(options.secrets ?? []);
    const writer = new EvidenceWriter(id.data, place, journal, unlock, redactor, effects);
    await writer.log("reopened", {...leftovers}).catch(async (error: unknown) => {
      await journal.close().catch(() => undefined);
      throw error;
    });
    return {writer, leftovers};
  } catch (error) {
    await unlock();
    throw error;
  }
}
