import {readFile} from "node:fs/promises";
import {join, resolve} from "node:path";
import type {ReviewersFile} from "../../src/metrics/sealed/reviewers.js";
import type {Manifest} from "../../src/schema/journal.js";
import {onFile} from "./ioProblem.js";
import {readJournal, type JournalReading} from "./journal.js";
import {isOwnLock, LOCK_NAME} from "./lock.js";
import {manifestName, manifestNumber} from "./manifestFiles.js";
import {verifyAmended} from "./verifyAmended.js";
import {verifyDeep} from "./verifyDeep.js";
import {verifyFiles, type EvidenceProblem} from "./verifyFiles.js";
import {walkCampaign} from "./walkCampaign.js";

export interface Verification {
  /** False: no manifest vouches for the folder; only chains were checked. */
  sealed: boolean;
  /** Root of the newest manifest; null when it is missing or was edited. */
  root: string | null;
  files: number;
  /** Request lines that were derived again from their wire frames; null when not deep. */
  derived: number | null;
  problems: EvidenceProblem[];
}

export interface VerifyOptions {
  deep?: boolean;
  /** Keys to check amendments by. */
  reviewers?: ReviewersFile["reviewers"];
}

/** What the journal and the manifest before say of the newest manifest. */
async function againstJournal(
  folder: string,
  journal: JournalReading,
  manifest: Manifest,
  file: string,
  blamed: ReadonlySet<string>
): Promise<EvidenceProblem[]> {
  const problems: EvidenceProblem[] = [];
  const newest = manifestNumber(file) ?? 1;
  const seal = lastSeal(journal);
  const created = journal.lines.find((line) => line.event === "created")?.detail.campaign_id;
  if (seal && seal.detail.manifest === file && seal.at !== manifest.sealed_at)
    problems.push({file, what: `it says sealed at ${manifest.sealed_at}, the journal ${seal.at}`});
  if (typeof created === "string" && created !== manifest.campaign_id)
    problems.push({file, what: `it says campaign ${manifest.campaign_id}, the journal ${created}`});
  const last = manifestName(newest - 1);
  const before = newest === 1 ? null : blamed.has(last) ? undefined : await previousRoot(join(folder, last));
  if (before !== undefined && manifest.previous_root !== before)
    problems.push({file, what: "the root before that it names is not that of the manifest before"});
  return problems;
}

const lastSeal = (journal: JournalReading) => journal.lines.findLast((line) => line.event === "sealed");

async function previousRoot(path: string): Promise<string | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    const root = typeof value === "object" && value !== null && "root" in value ? value.root : undefined;
    return typeof root === "string" ? root : undefined;
  } catch {
    // Missing or damaged: that file is blamed by its own check.
    return undefined;
  }
}

/**
 * Recomputes every hash and chain of a campaign; with `deep` also derives every request line from the wire. Resolves to
 * what is not as it was sealed, each with its file; no problem is thrown for bad evidence.
 */
export async function verifyCampaign(folder: string, options: VerifyOptions = {}): Promise<Verification> {
  const place = resolve(folder);
  const {files, strange} = await onFile(place, "read", () => walkCampaign(place));
  const problems: EvidenceProblem[] = strange.map((file) => ({file, what: "it is a link or no regular file"}));
  if (!(await isOwnLock(place))) problems.push({file: LOCK_NAME, what: "it is not a lock that Assay writes"});
  const journal = files.includes("journal.jsonl")
    ? await onFile(place, "read", () => readJournal(join(place, "journal.jsonl")))
    : null;
  // A journal that was edited is no witness.
  const witness = journal?.problems.length === 0 ? journal : null;
  const named = witness && lastSeal(witness)?.detail.manifest;
  const checked = await onFile(place, "read", () =>
    verifyFiles(place, files, typeof named === "string" ? named : null)
  );
  problems.push(...checked.problems);
  const blamed = new Set(problems.map((p) => p.file));
  if (!blamed.has("journal.jsonl")) {
    if (!journal) problems.push({file: "journal.jsonl", what: "it is missing"});
    problems.push(...(journal?.problems ?? []).map((what) => ({file: "journal.jsonl", what})));
    if (witness && checked.manifest && checked.name !== null)
      problems.push(...(await againstJournal(place, witness, checked.manifest, checked.name, blamed)));
  }

  const root = checked.manifest?.root ?? null;
  problems.push(...(await verifyAmended(place, files, options.reviewers ?? {}, root)));
  let derived: number | null = null;
  if (options.deep) {
    const deep = await onFile(place, "read", () => verifyDeep(place, files));
    derived = deep.derived;
    // A file that is blamed already needs no second word about what follows from it.
    const known = new Set(problems.map((p) => p.file));
    for (const {file, what, from} of deep.problems)
      if (![file, ...from].some((f) => known.has(f))) problems.push({file, what});
  }
  return {sealed: checked.sealed, root, files: files.length, derived, problems};
}
