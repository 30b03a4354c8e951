import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {Command} from "commander";
import {CampaignId} from "../../src/schema/common.js";
import type {RestorationRecord} from "../../src/schema/host.js";
import {Problem} from "../../src/schema/problem.js";
import {readRestoreState} from "../campaign/restore/readRestoreState.js";
import {realRestoreEffects} from "../campaign/restore/realRestoreEffects.js";
import {restore} from "../campaign/restore/restore.js";
import {needsRestore} from "../campaign/restore/restoreState.js";
import {defineCommand, parseArguments, type Definition} from "./definition.js";
import {evidenceFolder, type CliEffects} from "./effects.js";

export const define = (): Definition =>
  defineCommand(
    new Command("restore")
      .description(
        "Bring the incumbent back after a killed campaign, and prove it. Safe to repeat: a second run changes nothing."
      )
      .argument("[campaign]", "the campaign's id or folder; absent: the newest that needs it"),
    {
      json: "print the proof as JSON: the restoration record, or null when there was nothing to restore",
      examples: [
        ["npm run restore", "the newest campaign that needs it"],
        ["npm run restore -- 2026-09-02-new-model --evidence /data/evidence", ""]
      ],
      notes:
        "The container engine is that of DOCKER_HOST. A key of the server is taken from the variable that the plan named.",
      exits:
        "0 it is back as it was, or there was nothing to do; 1 it is back, but a field differs; 3 it could not be brought back."
    }
  );

/**
 * `npm run restore -- [CAMPAIGN]`: brings the incumbent back from the campaign's journal alone, and proves it.
 * Exit 0: it is back as it was, or there was nothing to do; 1: it is back, but a field differs; 3: it could not be brought back.
 */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const {args, options} = parseArguments(define(), argv, effects);
  const evidence = evidenceFolder(options.evidence, effects);
  const asked = args[0];
  const campaign = asked === undefined ? await newest(evidence) : named(asked);
  if (campaign === null) {
    effects.out(`Nothing to restore: no campaign in ${evidence} has an incumbent that is not back.\n`);
    return 0;
  }
  const folder = join(evidence, campaign);
  await known(folder, campaign);
  const talk = (sentence: string) => effects.talk(`${sentence}\n`);
  const record = await restore(folder, "restore", realRestoreEffects({env: effects.env, talk}));
  if (record === null) {
    effects.out(await nothing(folder, campaign));
    return 0;
  }
  const differing = differences(record);
  const {restored} = await readRestoreState(folder);
  effects.out(summary(campaign, record, differing, restored?.file ?? null));
  return differing.length === 0 && record.candidate_gone === true ? 0 : 1;
}

function named(campaign: string): string {
  if (CampaignId.safeParse(campaign).success) return campaign;
  throw new Problem("bad-campaign-id", `"${campaign}" is not a campaign's id`, {
    next: "Give the folder's name, YYYY-MM-DD-slug, and --evidence DIR where it is not below evidence/."
  });
}

async function known(folder: string, campaign: string): Promise<void> {
  const names = await readdir(folder).catch(() => null);
  if (names?.includes("journal.jsonl")) return;
  throw new Problem("no-campaign", `There is no journal of the campaign ${campaign}`, {
    where: folder,
    left: "Nothing was touched.",
    next:
      names === null
        ? "Check the id, or give --evidence DIR."
        : "An imported campaign touched no host; there is nothing to restore."
  });
}

/** The newest campaign, by its snapshot, that needs a restoration. */
async function newest(evidence: string): Promise<string | null> {
  let found: {campaign: string; since: string} | null = null;
  for (const campaign of (await readdir(evidence).catch(() => [])).sort()) {
    if (!CampaignId.safeParse(campaign).success) continue;
    const state = await readRestoreState(join(evidence, campaign)).catch(() => null);
    if (!state || !needsRestore(state)) continue;
    const since = state.downSince ?? "";
    if (found === null || since >= found.since) found = {campaign, since};
  }
  return found?.campaign ?? null;
}

async function nothing(folder: string, campaign: string): Promise<string> {
  const {snapshot, restored} = await readRestoreState(folder);
  if (snapshot === null) return `Nothing to restore: ${campaign} stopped no server.\n`;
  const how = restored?.exact === false ? `back, with differences (see ${restored.file})` : "back as it was";
  return `Nothing to restore: ${snapshot.name} is ${how} since ${restored?.at ?? "before"}, by the ${restored?.by ?? "campaign"}.\n`;
}

const differences = (record: RestorationRecord): RestorationRecord["fields"] =>
  record.fields.filter((field) => field.equal !== true);

function summary(
  campaign: string,
  record: RestorationRecord,
  differing: RestorationRecord["fields"],
  file: string | null
): string {
  const {fields, downtime_s, candidate_gone, reason} = record;
  const lines = [
    `The incumbent of ${campaign} is back: ${fields.length - differing.length} of ${fields.length} fields proved equal` +
      `${record.token_generated ? ", healthy, a token generated" : ""}${candidate_gone ? ", candidate gone" : ""}.`,
    `It was down for ${Math.round(downtime_s ?? 0)} s. ${file === null ? "The proof was not recorded." : `The proof is in ${file}.`}`,
    ...(reason === null ? [] : [`  ${reason}`])
  ];
  for (const {field, before, after, equal} of differing) {
    const what = equal === null ? "known on one side only" : "differs";
    lines.push(`  ${field} ${what}: before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`);
  }
  return `${lines.join("\n")}\n`;
}
