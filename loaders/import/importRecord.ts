/** `import.json`: what became of every file, and which files the foreign records name. */
import {basename} from "node:path/posix";
import type {ImportRecord} from "../../src/schema/campaign.js";
import type {ReadFile} from "./assembled.js";
import type {BuiltStage, PlacedDraft} from "./buildStages.js";

/** The `import.json` of a campaign: one row a file with what became of it, and the files that foreign records name. `left`: stages beyond the 999 that a profile holds. */
export function importRecord(files: ReadFile[], stages: BuiltStage[], left: PlacedDraft[]): ImportRecord {
  return {
    schema: "assay.import/v1",
    files: files.map((f) => ({
      name: f.name,
      sha256: f.sha256,
      size: f.size,
      format: f.format,
      mapped: f.mapped !== null,
      reason: f.reason,
      kept_as: f.keptAs,
      stages: stages.filter((s) => s.source === f.name).map((s) => `${s.record.profile}/${s.record.stage}`),
      not_mapped: [
        ...(f.mapped?.notMapped ?? []),
        ...left.filter((p) => p.source === f.name).map((p) => `stage ${p.draft.slug}`)
      ],
      problems: f.mapped?.problems ?? []
    })),
    named: named(files)
  };
}

/** Every file that a record names, once per naming record; found by its last step among the imported files. */
function named(files: ReadFile[]): ImportRecord["named"] {
  const byName = new Map(files.map((f) => [basename(f.name), f]));
  const seen = new Set<string>();
  return files.flatMap((by) =>
    (by.mapped?.named ?? []).flatMap((n) => {
      const key = `${by.name}\u0000${n.file}`;
      if (seen.has(key)) return [];
      seen.add(key);
      const found = byName.get(basename(n.file.replaceAll("\\", "/")));
      const hash = n.sha256 === null || !found ? null : found.sha256 === n.sha256.replace(/^sha256:/, "").toLowerCase();
      return [{file: n.file, by: by.name, present: found !== undefined, hash_matches: hash}];
    })
  );
}
