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
  const opened: Opened[] = [];
  const recognised: Recognised[] = [];
  for (const source of sources) {
    const o: Opened = {source, redacted: null, file: empty(source)};
    opened.push(o);
    if (source.refused !== null) {
      o.file.reason = source.refused;
      continue;
    }
    try {
      const text = await read(source);
      const safe = redactSecrets(text);
      const {records, problems} = parseForeign(safe);
      if (records.length === 1) siblings.set(source.sha256, records[0]);
      const format = detect(records);
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
  return opened;
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
    file.keptAs = unique(`imported/${safePath(source.name)}${r.opened.redacted === null ? "" : ".redacted"}`);
  } catch (error) {
    file.reason = `${r.format.name}, but it could not be mapped: ${reasonOf(error)}`;
  }
}

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
