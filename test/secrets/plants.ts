import {readdir, readFile} from "node:fs/promises";
import {join, relative} from "node:path";
import {gunzipSync} from "node:zlib";

/** A secret for one place that a user can put one; none is a key by its look alone. */
export const plant = (place: string): string => `hunter-${place}-Zq7w`;

/** Texts of every file below a folder, unpacked. */
async function textsOf(folder: string): Promise<[path: string, text: string][]> {
  const texts: [string, string][] = [];
  for (const entry of await readdir(folder, {recursive: true, withFileTypes: true})) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
    texts.push([relative(folder, path), plain.toString("latin1")]);
  }
  return texts;
}

/** All the ways in which a plant may be written. */
function formsOf(secret: string): string[] {
  const base64 = (text: string) => Buffer.from(text).toString("base64").replace(/=+$/, "");
  // base64 at each of its three alignments, without the characters that depend on what stands around.
  const aligned = [0, 1, 2].map((shift) => base64("x".repeat(shift) + secret).slice(shift === 0 ? 0 : 4, -4));
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString("hex"), ...aligned];
}

const holds = (text: string, secret: string) => formsOf(secret).some((form) => text.includes(form));

/** Where a text holds a plant: sentences, none when it is clean. */
export function plantsInText(name: string, text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => holds(text, secret)).map((secret) => `${name}: ${secret}`);
}

/** Where the files of a folder hold a plant, by content or by name. */
export async function plantsInFolder(folder: string, secrets: readonly string[]): Promise<string[]> {
  const texts = await textsOf(folder);
  return texts.flatMap(([path, text]) => plantsInText(path, `${path}\n${text}`, secrets));
}
