import {createHash} from "node:crypto";
import {createReadStream} from "node:fs";
import {join} from "node:path";
import type {LoadedCampaign} from "./readCampaign.js";

export interface HashedFile {
  path: string;
  sha256: string;
}

/** Looks up hashes of evidence files: from the seal, else of the bytes as they lie. A file that is not there is left out. */
export function fileHashes({folder, manifest, imported}: LoadedCampaign): (paths: string[]) => Promise<HashedFile[]> {
  const known = new Map<string, string>();
  for (const file of imported?.files ?? []) if (file.kept_as) known.set(file.kept_as, file.sha256);
  for (const file of manifest?.files ?? []) known.set(file.path, file.sha256);
  return async (paths) => {
    const found: HashedFile[] = [];
    for (const path of [...new Set(paths)].sort()) {
      const sha256 = known.get(path) ?? (await hashOf(join(folder, path)));
      if (sha256 === null) continue;
      known.set(path, sha256);
      found.push({path, sha256});
    }
    return found;
  };
}

const PIECE_BYTES = 1 << 20;

async function hashOf(path: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path, {highWaterMark: PIECE_BYTES})) hash.update(chunk as Buffer);
  } catch {
    return null;
  }
  return hash.digest("hex");
}
