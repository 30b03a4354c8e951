import {ProfileName} from "../../../src/schema/common.js";
import type {RestoreState} from "./restoreState.js";
import {restoreEvent} from "../events.js";
import {PROFILE_LABEL, type ContainerState} from "../../host/containers/index.js";
import type {RestoreEffects, RestoreSink} from "./restoreEffects.js";

/**
 * Stops and removes every candidate of the campaign: those in the journal, and any other with the campaign's label
 * (a kill can come between the creation and its line in the journal). Resolves to whether the incumbent was
 * started while one of them ran.
 */
export async function removeCandidates(
  campaign: string,
  journalled: RestoreState["candidates"],
  incumbent: {id: string},
  record: Pick<RestoreSink, "append" | "log">,
  effects: RestoreEffects
): Promise<boolean> {
  const {containers} = effects;
  const found = new Map<string, ContainerState>();
  for (const {id} of journalled) {
    const state = await containers.find(id);
    if (state) found.set(state.identity.id, state);
  }
  for (const state of await containers.candidates(campaign)) found.set(state.identity.id, state);

  const current = await containers.find(incumbent.id);
  const shared = [...found.values()].some(
    (c) => c.running && current?.running === true && (current.started_at ?? "") > (c.started_at ?? "")
  );
  for (const [id, state] of found) {
    effects.talk(`removing the candidate ${state.identity.name}`);
    if (state.running) await containers.stop(id, effects.graceS);
    await keepLog(state, record, effects);
    await containers.remove(id);
    await record.append(...restoreEvent("candidate.removed", {id, name: state.identity.name}));
  }
  for (const {id, name} of journalled) {
    if (!found.has(id)) await record.append(...restoreEvent("candidate.removed", {id, name}));
  }
  return shared;
}

const LOG_LINES = 20_000;

/** The log of a candidate that ran goes into its profile's folder. One that cannot be read does not keep the host waiting. */
async function keepLog(
  {identity, started_at}: ContainerState,
  record: Pick<RestoreSink, "log">,
  {containers}: RestoreEffects
): Promise<void> {
  const profile = ProfileName.safeParse(identity.labels[PROFILE_LABEL]);
  if (!profile.success || started_at === null) return;
  const lines = await containers.tail(identity.id, LOG_LINES).catch(() => []);
  if (lines.length > 0) await record.log(profile.data, `${lines.join("\n")}\n`);
}
