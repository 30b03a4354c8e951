import {createHash} from "node:crypto";
import {readdir, readFile} from "node:fs/promises";
import {fileURLToPath} from "node:url";
import {join} from "node:path";

const RULES = ["sql", "statistics", "comparisons", "audit", "../metrics"];

let cached: Promise<string> | undefined;

/** SHA-256 over the code that judges: views, statistics, comparisons, audit rules and metric definitions. */
export function rulesCodeHash(): Promise<string> {
  return (cached ??= hashRules());
}

/** SHA-256 over the judging code and the policy's bytes: equal when two decisions were made by the same rules. */
export async function rulesHash(policySha256: string): Promise<string> {
  return createHash("sha256")
    .update(`${await rulesCodeHash()}\n${policySha256}`)
    .digest("hex");
}

async function hashRules(): Promise<string> {
  const here = fileURLToPath(new URL(".", import.meta.url));
  const hash = createHash("sha256");
  for (const folder of RULES) {
    const entries = await readdir(join(here, folder), {recursive: true, withFileTypes: true});
    const paths = entries
      .filter((e) => e.isFile() && /\.(sql|ts)$/.test(e.name))
      .map((e) => join(e.parentPath, e.name));
    for (const path of paths.sort()) hash.update(`${path.slice(here.length)}\n`).update(await readFile(path));
  }
  return hash.digest("hex");
}
