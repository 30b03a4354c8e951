/** Reads, recognises and maps every source file; a file that cannot be used is listed with the reason, and the rest still loads. */
import {Problem} from "../../src/schema/problem.js";
import type {ReadFile} from "./assembled.js";
import {detect} from "./detect.js";
import type {Format} from "./draft.js";
import {parseForeign} from "./parseForeign.js";
import {redactSecrets} from "./redact.js";
import {safePath, uniquely} from "./safeName.js";
import {readText} from "./sourceFiles.js";
import type {SourceFile} from "./sourceFiles.js";

export interface Opened {
  file: ReadFile;
  source: SourceFile;
  /** The text that is kept where a secret was taken out; null: the bytes themselves are kept. */
  redacted: string | null;
}

interface Recognised {
  opened: Opened;
  format: Format;
  records: unknown[];
  problems: string[];
}

/** Two passes, so that a mapper can look at a sibling that its file names by hash. */
export async function readFiles(
  sources: SourceFile[],
  enduranceRequests: number,
  read: (source: SourceFile) => Promise<string> = readText
): Promise<Opened[]> {
  const unique = uniquely();
  const siblings = new Map<string, unknown>();
  const seen = new Map<string, Opened>();
  const copies: {copy: Opened; of: Opened}[] = [];
  const opened: Opened[] = [];
  const recognised: Recognised[] = [];
  for (const source of sources) {
    const o: Opened = {source, redacted: null, file: empty(source)};
    opened.push(o);
    if (source.refused !== null) {
      o.file.reason = source.refused;
      continue;
    }
    const same = seen.get(source.sha256);
    if (same !== undefined) {
      o.file.reason = `the same bytes as ${same.source.name}, which are counted once`;
      copies.push({copy: o, of: same});
      continue;
    }
    seen.set(source.sha256, o);
    try {
      const text = await read(source);
      const safe = redactSecrets(text);
      const {records: whole, problems} = parseForeign(safe);
      if (whole.length === 1) siblings.set(source.sha256, whole[0]);
      const {format, records} = known(whole);
      if (!format) {
        o.file.reason = "not a format that Assay knows";
        continue;
      }
      if (safe !== text) o.redacted = safe;
      recognised.push({opened: o, format, records, problems});
    } catch (error) {
      o.file.reason = reasonOf(error);
    }
  }
  for (const r of recognised) mapOne(r, siblings, enduranceRequests, unique);
  // A copy of what is kept is kept too, under its own name.
  for (const {copy, of} of copies) {
    if (of.file.keptAs === null) continue;
    copy.redacted = of.redacted;
    copy.file.keptAs = keptName(copy, unique);
  }
  return opened;
}

/** The format of a document; a JSON array of runs (as sweeps write them) is read like JSON Lines. */
function known(records: unknown[]): {format: Format | null; records: unknown[]} {
  const format = detect(records);
  const [only] = records;
  if (format || records.length !== 1 || !Array.isArray(only)) return {format, records};
  const runs: unknown[] = only;
  const ofRuns = detect(runs);
  return ofRuns?.appendsRuns ? {format: ofRuns, records: runs} : {format: null, records};
}

function mapOne(
  r: Recognised,
  siblings: ReadonlyMap<string, unknown>,
  enduranceRequests: number,
  unique: (n: string) => string
): void {
  const {file, source} = r.opened;
  file.format = r.format.name;
  file.kind = r.format.kind;
  try {
    const mapped = r.format.map({name: source.name, records: r.records, siblings, enduranceRequests});
    mapped.problems.unshift(...r.problems);
    const nothing =
      mapped.stages.length + mapped.reported.length + mapped.profiles.length + mapped.recipes.length === 0;
    if (nothing && mapped.control === null && mapped.live === null) {
      file.reason = `${r.format.name}, but nothing in it could be used: ${mapped.problems[0] ?? "it holds no values"}`;
      return;
    }
    file.mapped = mapped;
    file.keptAs = keptName(r.opened, unique);
  } catch (error) {
    file.reason = `${r.format.name}, but it could not be mapped: ${reasonOf(error)}`;
  }
}

const keptName = ({source, redacted}: Opened, unique: (n: string) => string): string =>
  unique(`imported/${safePath(source.name)}${redacted === null ? "" : ".redacted"}`);

const empty = (s: SourceFile): ReadFile => ({
  name: s.name,
  sha256: s.sha256,
  size: s.size,
  keptAs: null,
  format: null,
  kind: null,
  reason: null,
  mapped: null
});

const reasonOf = (error: unknown): string =>
  error instanceof Problem
    ? error.message
    : `an unexpected error: ${error instanceof Error ? error.message.slice(0, 200) : String(error)}`;
