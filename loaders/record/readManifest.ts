import {readFile} from "node:fs/promises";
import {Manifest} from "../../src/schema/journal.js";
import {Problem} from "../../src/schema/problem.js";
import {onFile} from "./ioProblem.js";

/** Reads a manifest; throws a Problem that names it when it is not one. */
export async function readManifest(path: string): Promise<Manifest> {
  const text = await onFile(path, "read", () => readFile(path, "utf8"));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Problem("bad-manifest", "This manifest is not JSON", {
      where: path,
      next: "run verify on the campaign; take the file from a copy that still verifies",
      cause: error
    });
  }
  const manifest = Manifest.safeParse(value);
  if (manifest.success) return manifest.data;
  const issue = manifest.error.issues[0];
  throw new Problem("bad-manifest", "This is not a manifest that this version reads (assay.manifest/v1)", {
    where: path,
    why: `${issue?.path.join(".") || "(top)"}: ${issue?.message ?? "unknown shape"}`,
    next: "run verify on the campaign; take the file from a copy that still verifies"
  });
}
