import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {parseReviewers, type ReviewersFile} from "../metrics/sealed/reviewers.js";
import {verifyAmendments, type AmendmentStanding} from "../metrics/sealed/verifyAmendments.js";
import {Instant} from "../schema/common.js";
import type {Decision} from "../schema/decision.js";
import {Problem} from "../schema/problem.js";
import type {Database} from "./database.js";
import type {LoadedCampaign} from "./readCampaign.js";

export type Reviewers = ReviewersFile["reviewers"];

/** The clock that says whether an amendment's time has come. */
export interface AmendmentEffects {
  now(): Date;
}
export const realAmendmentEffects: AmendmentEffects = {now: () => new Date()};

export interface AppliedAmendments {
  /** Every amendment up to `asOf`, with what it is worth; without that time all, those of the future without an effect. */
  shown: Decision["amendments"];
  /** Gates that are waived with a good signature. */
  waivers: {profile: string; gate: string}[];
  /** Whether a signed authorisation covers a profile. */
  authorizes(profile: string | null): boolean;
}

/**
 * Reads a campaign's amendments up to `asOf`, and fills the table `waivers` with those that count: signed by a
 * reviewer's key, over the newest root, in an unbroken chain, and from their own time on. Without `asOf` that is told by
 * the clock, which is in no output: two readings differ only where an amendment's time came between them.
 * Throws a Problem for a time that is none.
 */
export async function appliedAmendments(
  db: Database,
  loaded: LoadedCampaign,
  options: {asOf?: string; reviewers?: Reviewers},
  effects: AmendmentEffects = realAmendmentEffects
): Promise<AppliedAmendments> {
  const until = options.asOf === undefined ? Infinity : instantOf(options.asOf);
  const now = options.asOf === undefined ? effects.now().getTime() : until;
  const reviewers = options.reviewers ?? (await projectReviewers());
  const text = await textOf(join(loaded.folder, "amendments.jsonl"));
  const {standings} = verifyAmendments(text, reviewers, loaded.manifest?.root ?? null, loaded.campaignId);
  const known = standings
    .filter(({amendment}) => Date.parse(amendment.at) <= until)
    .map((one) => (one.effect && Date.parse(one.amendment.at) > now ? notYet(one) : one));
  const good = known.filter(({effect}) => effect);
  const waivers = good.flatMap(({amendment: {kind, profile, gate, by, at, reason}}) =>
    kind === "waiver" && profile !== null && gate !== null ? [{profile, gate, by, at, reason}] : []
  );
  await db.query("delete from waivers where campaign_id = $1", [loaded.campaignId]);
  await db.insert(
    "waivers",
    firstOfEach(waivers).map((waiver) => ({campaign_id: loaded.campaignId, ...waiver}))
  );
  return {
    shown: known.map(shownAs),
    waivers,
    authorizes: (profile) =>
      profile !== null &&
      good.some(
        ({amendment}) =>
          amendment.kind === "authorisation" && (amendment.profile === null || amendment.profile === profile)
      )
  };
}

/** An amendment with a good signature whose time has not come. */
const notYet = (one: AmendmentStanding): AmendmentStanding => ({
  ...one,
  standing: `${one.standing}, counts from ${one.amendment.at}`,
  effect: false
});

function shownAs({amendment, standing, effect}: AmendmentStanding): Decision["amendments"][number] {
  const {kind, by, at, reason, profile, gate} = amendment;
  return {kind, by, at, standing, effect, reason, profile, gate};
}

/** A gate that is waived twice is waived once: the view joins on it. */
function firstOfEach<W extends {profile: string; gate: string}>(waivers: W[]): W[] {
  return waivers.filter((w, i) => waivers.findIndex((o) => o.profile === w.profile && o.gate === w.gate) === i);
}

function instantOf(asOf: string): number {
  const time = Instant.safeParse(asOf).success ? Date.parse(asOf) : NaN;
  if (!Number.isNaN(time)) return time;
  throw new Problem("AS_OF", `"${asOf}" is not an RFC 3339 time`, {next: "write it like 2026-01-02T03:04:05Z"});
}

const OWN_REVIEWERS = fileURLToPath(new URL("../../configs/reviewers.toml", import.meta.url));

async function projectReviewers(): Promise<Reviewers> {
  const text = await textOf(OWN_REVIEWERS);
  return text === "" ? {} : parseReviewers(text, OWN_REVIEWERS);
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw new Problem("FILE_UNREADABLE", "A file cannot be read", {where: path, cause: error});
  }
}
