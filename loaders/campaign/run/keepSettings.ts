import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {Problem} from "../../../src/schema/problem.js";
import type {EvidenceWriter} from "../../record/index.js";
import type {LoadedPlan} from "../plan/readPlan.js";

interface Given {
  bytes: Buffer;
  sha256: string;
}

/** Keeps the exact bytes of the plan, its policy and its recipes. A run that goes on adds what a kill kept from being written. */
export async function keepSettings(writer: EvidenceWriter, loaded: LoadedPlan): Promise<void> {
  await keep(writer, "plan.toml", loaded.plan);
  await keep(writer, "policy.toml", loaded.policy);
  const names = new Set<string>();
  for (const [path, recipe] of loaded.recipes) {
    const last = path.split("/").at(-1) ?? path;
    let name = last;
    for (let copy = 2; names.has(name); copy += 1) name = `${copy}-${last}`;
    names.add(name);
    await keep(writer, `recipes/${name}`, recipe);
  }
}

/** A file with a secret is kept without it, under a name that says so; the journal has the hash of what was used. */
async function keep(writer: EvidenceWriter, name: string, given: Given): Promise<void> {
  const text = given.bytes.toString("utf8");
  const safe = writer.redactor.text(text);
  const path = safe === text ? name : `${name}.redacted`;
  const bytes = safe === text ? given.bytes : Buffer.from(safe);
  const there = await readFile(join(writer.folder, path)).catch(() => null);
  if (there === null) {
    await writer.writeBytes(path, bytes);
    if (safe !== text) await writer.log("settings.redacted", {file: path, sha256: given.sha256});
  } else if (!there.equals(bytes))
    throw new Problem("resume.other-settings", `The campaign was started with another ${name}`, {
      where: join(writer.folder, path),
      left: "what was measured",
      next: "put its bytes back in the file that the plan names, and resume; or start a new campaign"
    });
}
