import type {Plan} from "../../../src/schema/plan.js";
import type {ContainerState} from "../../host/containers/index.js";
import type {CheckEffects} from "./checkEffects.js";
import type {Findings} from "./checkResult.js";
import {ownerOf} from "./owners.js";

/** Whether the incumbent may be stopped, and can be started again. Resolves to its state; null when there is none. */
export async function checkIncumbent(
  plan: Plan,
  found: Findings,
  effects: CheckEffects
): Promise<ContainerState | null> {
  const {incumbent, host} = plan;
  if (incumbent === null || effects.containers === null) return null;
  const where = `container ${incumbent.container}`;
  const state = await effects.containers.find(incumbent.container);
  if (state === null) {
    found.problem("container-missing", where, "There is no such container", "Correct incumbent.container in the plan.");
    return null;
  }
  const {identity} = state;
  if (identity.auto_remove)
    found.problem(
      "incumbent-auto-remove",
      where,
      "It has AutoRemove (--rm): the engine would delete it when it stops",
      "Run it without --rm, then run the campaign again."
    );
  const owner = ownerOf(identity);
  if (owner !== null && !host.owner_ok)
    found.problem(
      "incumbent-owned",
      where,
      `It belongs to ${owner}, which may start or replace it while it is measured`,
      "Tell that owner to leave it alone, then set host.owner_ok = true in the plan."
    );
  else if (owner !== null)
    found.note("incumbent-owned", where, `It belongs to ${owner}; the plan says that this is all right`);
  if (["always", "unless-stopped"].includes(identity.restart_policy ?? ""))
    found.note(
      "incumbent-restarts",
      where,
      `Its restart policy is ${identity.restart_policy}: an engine that restarts may bring it back in the middle`
    );
  if (!state.running) {
    found.note("incumbent-stopped", where, "It does not run: it will be left stopped, and cannot be measured");
    return state;
  }
  for (const {type, source} of state.sources) {
    if (type === "bind" && effects.local && !(await effects.exists(source)))
      found.problem(
        "mount-missing",
        where,
        `Its mount ${source} is not there any more: once stopped, it could not start again`,
        "Put it back before the incumbent is stopped."
      );
    if (type === "volume" && !(await effects.containers.hasVolume(source)))
      found.problem(
        "mount-missing",
        where,
        `The engine no longer has its volume ${source}: once stopped, it would start with an empty one`,
        "Put the volume back before the incumbent is stopped."
      );
  }
  await checkServing(incumbent.base_url, found, effects);
  return state;
}

/** Refuses to stop a server that is answering somebody. One reading may be stale, so two count, and the counter between them. */
async function checkServing(baseUrl: string, found: Findings, effects: CheckEffects): Promise<void> {
  const first = await effects.server(baseUrl);
  if (!first.answers) {
    found.problem(
      "incumbent-silent",
      baseUrl,
      "The incumbent does not answer there",
      "Correct incumbent.base_url, or start its server."
    );
    return;
  }
  if (first.running === null && first.total === null) {
    found.note(
      "serving-unknown",
      baseUrl,
      "The incumbent does not tell its running requests: make sure that nobody uses it"
    );
    return;
  }
  await effects.sleep(2000);
  const second = await effects.server(baseUrl);
  const running = Math.min(first.running ?? 0, second.running ?? 0);
  const finished = (second.total ?? 0) - (first.total ?? 0);
  if (running > 0 || finished > 0)
    found.problem(
      "incumbent-serving",
      baseUrl,
      running > 0
        ? `The incumbent is answering ${running} requests now`
        : `The incumbent answered ${finished} requests in 2 s`,
      "Drain it first: send its clients elsewhere and wait until no request runs."
    );
}
