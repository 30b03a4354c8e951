import {readFile} from "node:fs/promises";
import {resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {parseReviewers, type ReviewersFile} from "../../src/metrics/sealed/reviewers.js";
import {Problem} from "../../src/schema/problem.js";
import type {CliEffects} from "./effects.js";

const OWN = fileURLToPath(new URL("../../configs/reviewers.toml", import.meta.url));

/** Keys of the reviewers: of a file that was named, else `configs/reviewers.toml` of the project. */
export async function readReviewers(
  option: string | undefined,
  effects: CliEffects
): Promise<ReviewersFile["reviewers"]> {
  const path = option === undefined ? OWN : resolve(effects.cwd, option);
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new Problem("no-reviewers", "The file of the reviewers' keys cannot be read", {
      where: path,
      next: "name it with --reviewers FILE",
      cause: error
    });
  });
  return parseReviewers(text, path);
}
