import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {canonicalJson} from "../../src/metrics/sealed/canonicalJson.js";
import type {ReviewersFile} from "../../src/metrics/sealed/reviewers.js";
import {sha256} from "../../src/metrics/sealed/sha256.js";
import {verifyAmendments} from "../../src/metrics/sealed/verifyAmendments.js";
import {Sha256} from "../../src/schema/common.js";
import {AMENDMENTS_HEAD_NAME, AMENDMENTS_NAME} from "./manifestFiles.js";
import type {EvidenceProblem} from "./verifyFiles.js";

/** What `amendments.head.json` says of `amendments.jsonl`; `check` is the sha256 of its own other fields. */
export const AmendmentsHead = z.object({
  schema: z.literal("assay.amendments-head/v1"),
  lines: z.number().int().positive(),
  sha256: Sha256,
  check: Sha256
});
export type AmendmentsHead = z.infer<typeof AmendmentsHead>;

/** The head of some amendments: a chain alone does not show that its last lines were cut off. */
export function headOfAmendments(text: string): AmendmentsHead {
  const head = {
    schema: "assay.amendments-head/v1" as const,
    lines: text.split("\n").length - 1,
    sha256: sha256(text)
  };
  return {...head, check: sha256(canonicalJson(head))};
}

/** The bytes of `amendments.head.json`. */
export function headText(head: AmendmentsHead): string {
  return `${canonicalJson(head)}\n`;
}

/** Checks the amendments' chain and signatures, and their head: says whether a line was edited, added or taken away. */
export async function verifyAmended(
  folder: string,
  files: readonly string[],
  reviewers: ReviewersFile["reviewers"],
  root: string | null
): Promise<EvidenceProblem[]> {
  const has = files.includes(AMENDMENTS_NAME);
  const hasHead = files.includes(AMENDMENTS_HEAD_NAME);
  if (!has) return hasHead ? [{file: AMENDMENTS_NAME, what: "it is missing"}] : [];
  const bytes = await readFile(join(folder, AMENDMENTS_NAME));
  const text = bytes.toString("utf8");
  const problems = verifyAmendments(text, reviewers, root).problems.map((what) => ({file: AMENDMENTS_NAME, what}));
  if (!hasHead) return [...problems, {file: AMENDMENTS_HEAD_NAME, what: "it is missing"}];

  const given = await readFile(join(folder, AMENDMENTS_HEAD_NAME), "utf8");
  let value: unknown = null;
  try {
    value = JSON.parse(given);
  } catch {
    // Told below.
  }
  const head = AmendmentsHead.safeParse(value);
  const {check, ...rest} = head.data ?? {check: ""};
  if (!head.success || sha256(canonicalJson(rest)) !== check || headText(head.data) !== given)
    problems.push({file: AMENDMENTS_HEAD_NAME, what: "it was edited"});
  else if (head.data.sha256 !== sha256(bytes) && problems.length === 0)
    problems.push({
      file: AMENDMENTS_NAME,
      what: `its lines are not those that were signed in: ${text.split("\n").length - 1} of ${head.data.lines}`
    });
  return problems;
}
