import {resolve} from "node:path";
import {Problem} from "../../../src/schema/problem.js";
import {CAMPAIGN_LABEL} from "../../host/containers/index.js";
import type {LoadedPlan} from "../plan/readPlan.js";
import type {CheckEffects} from "./checkEffects.js";
import {checkAttached} from "./checkAttached.js";
import {checkIncumbent} from "./checkIncumbent.js";
import {checkRecipe} from "./checkRecipe.js";
import {Findings, type CheckResult} from "./checkResult.js";
import {ASSUMED, expectedS} from "./expectedHours.js";
import {wordsReached} from "./wordsReached.js";

/** MiB that evidence may need at the least. */
const DISK_MIB = 1024;

/**
 * The dry run: everything that can be known before anything is touched. Problems keep the campaign from starting; notes are for
 * whoever decides. `resuming`: the campaign whose own left candidates are no problem. Nothing is created, started, stopped or written. Reads only, and takes a few seconds.
 */
export async function check(
  loaded: LoadedPlan,
  options: {evidence: string; resuming?: string},
  effects: CheckEffects
): Promise<CheckResult> {
  const {evidence} = options;
  const found = new Findings();
  const plan = loaded.plan.value;
  const policy = loaded.policy.value;
  checkAddresses(loaded, found);
  const {api_key_env} = plan.host;
  if (api_key_env !== null && effects.env[api_key_env] === undefined)
    found.problem(
      "env-missing",
      "plan, host.api_key_env",
      `The environment lacks ${api_key_env}`,
      "Set it, then run again."
    );

  if (plan.lifecycle === "managed" && effects.containers !== null) {
    try {
      await checkManaged(loaded, options.resuming ?? null, found, effects);
    } catch (error) {
      // An engine that does not answer ends this part of the check; the rest can still be told.
      if (!(error instanceof Problem)) throw error;
      found.problem(error.code, error.where ?? "the container engine", error.message, error.next);
    }
  } else if (plan.host.base_url !== null) {
    await checkAttached(plan.host.base_url, loaded, found, effects);
  }

  const unwritable = await effects.unwritable(evidence);
  if (unwritable !== null)
    found.problem(
      "evidence-read-only",
      evidence,
      `Evidence cannot be written there: ${unwritable}`,
      "Change the folder's owner or mode, or give --evidence DIR."
    );
  const free = unwritable === null ? await effects.diskFreeMib(evidence) : null;
  if (free !== null && free < DISK_MIB)
    found.problem(
      "disk-small",
      evidence,
      `${free} MiB are free for the evidence`,
      `Free ${DISK_MIB} MiB, or give --evidence DIR on another disk.`
    );

  wordsReached(plan, policy.alpha, found, effects);
  const {totalS, downS} = expectedS(plan, policy);
  const hours = (s: number) => (s < 5400 ? `${Math.ceil(s / 60)} min` : `${(s / 3600).toFixed(1)} h`);
  found.note(
    "expected-time",
    "plan",
    `about ${hours(totalS)}${downS > 0 ? `, the incumbent down for ${hours(downS)} of them` : ", nothing is stopped"}; ` +
      `assuming ${ASSUMED.prefill_tok_s} tok/s prefill, ${ASSUMED.decode_tok_s} tok/s decode, ${ASSUMED.boot_s / 60} min a boot`
  );
  return {problems: found.problems, notes: found.notes, hours: totalS / 3600, downtimeHours: downS / 3600};
}

function checkAddresses(loaded: LoadedPlan, found: Findings): void {
  const {host, incumbent} = loaded.plan.value;
  for (const [where, address] of [
    ["plan, host.base_url", host.base_url],
    ["plan, incumbent.base_url", incumbent?.base_url ?? null]
  ] as const) {
    if (address === null) continue;
    const {username, password} = new URL(address);
    if (username !== "" || password !== "")
      found.problem(
        "secret-in-address",
        where,
        "The address holds a user or a password, which would be recorded",
        "Take it out, and name the key's variable in host.api_key_env."
      );
  }
}

async function checkManaged(
  loaded: LoadedPlan,
  resuming: string | null,
  found: Findings,
  effects: CheckEffects
): Promise<void> {
  const {containers} = effects;
  const plan = loaded.plan.value;
  const policy = loaded.policy.value;
  for (const left of (await containers?.candidates(null)) ?? []) {
    const campaign = left.identity.labels[CAMPAIGN_LABEL] ?? "";
    if (campaign === resuming) continue;
    found.problem(
      "campaign-left",
      `container ${left.identity.name}`,
      `It is a candidate of the campaign ${campaign}, which runs or was killed`,
      "Wait for that campaign, or run `npm run restore`."
    );
  }
  const incumbent = await checkIncumbent(plan, found, effects);
  const gpus = await effects.gpus(plan.host.nvidia_smi === "none" ? null : plan.host.nvidia_smi);
  for (const [path, recipe] of loaded.recipes) {
    const file = resolve(loaded.base, path);
    await checkRecipe(recipe.value, {path: file, incumbent, gpus, reserveMib: policy.reserve.free_mib}, found, effects);
  }
}
