import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {canonicalJson} from "../../src/metrics/sealed/canonicalJson.js";
import {Manifest} from "../../src/schema/journal.js";
import {hashFile, hashPrefix, type FileHash} from "./hashFile.js";
import {manifestName, manifestNumber, OUTSIDE, SUMS_NAME} from "./manifestFiles.js";
import {isSafePath} from "./safePath.js";
import {newestManifest, rootOf, sumsOf} from "./sealCampaign.js";

/** One thing that is not as it was sealed: which file, and what about it. */
export interface EvidenceProblem {
  file: string;
  what: string;
}

/** Reads a manifest and says what is wrong with it by itself; `manifest` null when nothing in it can be relied on. */
async function soundManifest(path: string): Promise<{manifest: Manifest | null; what: string | null}> {
  const text = await readFile(path, "utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {manifest: null, what: "it is not JSON"};
  }
  const parsed = Manifest.safeParse(value);
  if (!parsed.success) return {manifest: null, what: `not a manifest: ${parsed.error.issues[0]?.path.join(".") ?? ""}`};
  if (canonicalJson(parsed.data) !== text) return {manifest: null, what: "it is not in canonical form: it was edited"};
  if (rootOf(parsed.data.files) !== parsed.data.root)
    return {manifest: null, what: "its root does not fit its list of files: it was edited"};
  const bad = parsed.data.files.find((f) => !isSafePath(f.path));
  if (bad) return {manifest: null, what: `it names ${JSON.stringify(bad.path)}, outside the folder`};
  return {manifest: parsed.data, what: null};
}

/** The second witness: what SHA256SUMS says, for when the manifest itself was touched. */
async function sumsWitness(folder: string, present: readonly string[]): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  if (!present.includes(SUMS_NAME)) return sums;
  for (const line of (await readFile(join(folder, SUMS_NAME), "utf8")).split("\n")) {
    const [, hash, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (hash !== undefined && path !== undefined && isSafePath(path)) sums.set(path, hash);
  }
  return sums;
}

async function whatChanged(
  folder: string,
  path: string,
  wanted: {sha256: string; size?: number},
  got: FileHash,
  others: ReadonlyMap<string, string>
): Promise<string> {
  const twin = others.get(got.sha256);
  if (twin !== undefined) return `it holds the bytes of ${twin}`;
  const {size} = wanted;
  if (size !== undefined && got.size > size && (await hashPrefix(join(folder, path), size)) === wanted.sha256)
    return path === "journal.jsonl"
      ? "it went on after the seal: the campaign was opened again and not sealed again"
      : `${got.size - size} bytes were added at its end`;
  if (size !== undefined && got.size !== size) return `it has ${got.size} bytes instead of ${size}`;
  return "its bytes changed";
}

/**
 * The newest manifest that should be there. The journal's last seal names it; when that one is gone and SHA256SUMS still
 * restates it, it was taken away. When SHA256SUMS knows nothing of it, the process died before it was written.
 */
async function newestOf(folder: string, files: readonly string[], named: string | null) {
  const newest = newestManifest(files);
  const last = newest === 0 ? null : manifestName(newest);
  const look = async (name: string | null) =>
    name === null ? {manifest: null, what: null} : soundManifest(join(folder, name));
  let name = last;
  let found = await look(last);
  // A later manifest than the journal's last seal: the journal was cut, or, where it knows none before it, somebody put it there.
  if (
    named !== null &&
    named !== last &&
    files.includes(named) &&
    !found.manifest?.files.some((f) => f.path === named)
  ) {
    name = named;
    found = await look(named);
  }
  if (named === null || files.includes(named)) return {name, gone: null, ...found};
  const sums = files.includes(SUMS_NAME) ? await readFile(join(folder, SUMS_NAME), "utf8") : null;
  const unfinished = found.manifest ? sums === sumsOf(found.manifest.files) : name === null && sums === null;
  return unfinished ? {name, gone: null, ...found} : {name: null, gone: named, manifest: null, what: null};
}

/**
 * Compares every file of a campaign with its newest manifest: changed, cut, grown, removed, added, renamed, swapped.
 * A manifest that contradicts itself or is gone is blamed itself, and SHA256SUMS stands in for it. `named`: the manifest
 * that the journal's last seal names. Streams; follows no link.
 */
export async function verifyFiles(
  folder: string,
  files: readonly string[],
  named: string | null
): Promise<{manifest: Manifest | null; name: string | null; sealed: boolean; problems: EvidenceProblem[]}> {
  const problems: EvidenceProblem[] = [];
  const {name, gone, manifest, what} = await newestOf(folder, files, named);
  if (gone !== null) problems.push({file: gone, what: "it is missing: the journal says that it was written"});
  if (name === null && gone === null) return {manifest, name, sealed: false, problems};
  if (name !== null && what !== null) problems.push({file: name, what});

  const wanted = new Map<string, {sha256: string; size?: number}>(
    manifest ? manifest.files.map((f) => [f.path, f]) : sized(await sumsWitness(folder, files))
  );
  const byHash = new Map([...wanted].map(([path, {sha256}]) => [sha256, path]));
  const missing = new Map<string, string>();
  for (const [path, {sha256}] of wanted)
    if (!files.includes(path)) {
      missing.set(sha256, path);
      problems.push({file: path, what: "it is missing"});
    }
  for (const path of files) {
    if (path === name || OUTSIDE.has(path)) continue;
    const entry = wanted.get(path);
    if (!entry && !manifest && wanted.size === 0) continue;
    const got = await hashFile(join(folder, path));
    if (!entry) {
      const was = missing.get(got.sha256);
      const later = manifestNumber(path) !== null ? "a manifest that no seal made" : "it is not in the manifest";
      problems.push({file: path, what: was === undefined ? later : `${later}: it holds the bytes of ${was}`});
    } else if (got.sha256 !== entry.sha256)
      problems.push({file: path, what: await whatChanged(folder, path, entry, got, byHash)});
  }
  if (!files.includes(SUMS_NAME)) problems.push({file: SUMS_NAME, what: "it is missing"});
  else if (manifest && (await readFile(join(folder, SUMS_NAME), "utf8")) !== sumsOf(manifest.files))
    problems.push({file: SUMS_NAME, what: `it does not say what ${name ?? "the manifest"} says`});
  return {manifest, name, sealed: true, problems};
}

const sized = (sums: Map<string, string>): [string, {sha256: string}][] =>
  [...sums].map(([path, sha256]) => [path, {sha256}]);
