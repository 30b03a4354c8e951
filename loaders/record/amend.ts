import type {KeyObject} from "node:crypto";
import {readFile} from "node:fs/promises";
import {join, resolve} from "node:path";
import type {ReviewersFile} from "../../src/metrics/sealed/reviewers.js";
import {signAmendment} from "../../src/metrics/sealed/signAmendment.js";
import {verifyAmendments, type AmendmentStanding} from "../../src/metrics/sealed/verifyAmendments.js";
import type {Amendment} from "../../src/schema/journal.js";
import {Problem} from "../../src/schema/problem.js";
import {recordEffects, type RecordEffects} from "./effects.js";
import {ioCode, ioProblem} from "./ioProblem.js";
import {lockCampaign} from "./lock.js";
import {AMENDMENTS_HEAD_NAME, AMENDMENTS_NAME, manifestName} from "./manifestFiles.js";
import {readManifest} from "./readManifest.js";
import {newestManifest} from "./sealCampaign.js";
import {headOfAmendments, headText} from "./verifyAmended.js";
import {verifyCampaign} from "./verifyCampaign.js";
import {walkCampaign} from "./walkCampaign.js";
import {replaceFile} from "./writeOnce.js";

/** What a person says; the campaign and its root are added. */
export type Statement = Omit<Amendment, "campaign_id" | "root">;

/** Amendments so far; the text is empty when there are none. */
export async function readAmendmentsText(folder: string): Promise<string> {
  const path = join(folder, AMENDMENTS_NAME);
  return readFile(path, "utf8").catch((error: unknown) => {
    if (ioCode(error) === "ENOENT") return "";
    throw ioProblem(error, path, "read");
  });
}

async function sealedRoot(folder: string): Promise<{campaignId: string; root: string}> {
  const newest = newestManifest((await walkCampaign(folder)).files);
  if (newest === 0)
    throw new Problem("not-sealed", "This campaign is not sealed, so there is no root to sign", {
      where: folder,
      left: "everything",
      next: "let the campaign end, or resume it; then amend"
    });
  const manifest = await readManifest(join(folder, manifestName(newest)));
  return {campaignId: manifest.campaign_id, root: manifest.root};
}

/**
 * Adds one amendment to a sealed campaign that verifies; signed when a key is given. Resolves to what it is worth.
 * Throws a Problem when the evidence or the amendments before it are not as they were, and then changes nothing.
 */
export async function amendCampaign(
  folder: string,
  statement: Statement,
  options: {key: KeyObject | null; reviewers: ReviewersFile["reviewers"]},
  effects: RecordEffects = recordEffects
): Promise<AmendmentStanding> {
  const place = resolve(folder);
  const unlock = await lockCampaign(place, effects);
  try {
    const {campaignId, root} = await sealedRoot(place);
    const before = await readAmendmentsText(place);
    // A process may have died between the amendments and their head: the chain still holds, and the head is made again.
    const {problems} = await verifyCampaign(place, {reviewers: options.reviewers});
    const chained = verifyAmendments(before, options.reviewers, root, campaignId);
    const wrong = problems.find((p) => p.file !== AMENDMENTS_HEAD_NAME && p.file !== AMENDMENTS_NAME);
    const fault = wrong ?? chained.problems.map((what) => ({file: AMENDMENTS_NAME, what}))[0];
    if (fault || (problems.length > 0 && !(await onlyBehind(place, before))))
      throw new Problem("not-as-sealed", "This campaign is not as it was sealed, and cannot be amended", {
        where: `${place}: ${(fault ?? problems[0])?.file ?? ""}`,
        why: (fault ?? problems[0])?.what ?? "",
        left: "everything",
        next: "run verify; take the files from a copy that still verifies"
      });
    const amendment: Amendment = {...statement, campaign_id: campaignId, root};
    const line = signAmendment(amendment, {seq: chained.standings.length, prev: chained.head}, options.key);
    const text = `${before}${JSON.stringify(line)}\n`;
    const after = verifyAmendments(text, options.reviewers, root, campaignId);
    const standing = after.standings.at(-1);
    if (!standing || after.problems.length > 0)
      throw new Problem("bad-signature", "This key does not fit the name it signs for", {
        where: `configs/reviewers.toml: reviewers.${amendment.by}`,
        why: after.problems[0] ?? "",
        left: "the amendments",
        next: `sign with the private key of ${amendment.by}, or correct that reviewer's public_key`
      });
    await replaceFile(join(place, AMENDMENTS_NAME), text, effects);
    await replaceFile(join(place, AMENDMENTS_HEAD_NAME), headText(headOfAmendments(text)), effects);
    return standing;
  } finally {
    await unlock();
  }
}

/** Whether the head is that of all lines but the last, or is missing beside a first line: what a death in between leaves. */
async function onlyBehind(folder: string, text: string): Promise<boolean> {
  const shorter = text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1);
  const path = join(folder, AMENDMENTS_HEAD_NAME);
  const head = await readFile(path, "utf8").catch(() => "");
  return shorter === "" ? head === "" : head === headText(headOfAmendments(shorter));
}
