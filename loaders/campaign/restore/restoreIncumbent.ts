import type {HostSnapshot, RestorationRecord} from "../../../src/schema/host.js";
import {Problem} from "../../../src/schema/problem.js";
import {HostFailure, type ContainerState, type EngineFacts} from "../../host/containers/index.js";
import {plainRedactor} from "../../record/index.js";
import {restoreEvent} from "../events.js";
import {byHand} from "./byHand.js";
import {compareSnapshots} from "./compareSnapshots.js";
import {hostSnapshot} from "./hostSnapshot.js";
import {removeCandidates} from "./removeCandidates.js";
import type {RestoreEffects, RestoreSink} from "./restoreEffects.js";
import type {RestoreState} from "./restoreState.js";
import {settle} from "./settle.js";

type Snapshot = NonNullable<RestoreState["snapshot"]>;

export interface RestoreTask {
  campaign: string;
  by: "campaign" | "restore" | "watchdog";
  state: RestoreState;
  snapshot: Snapshot;
  /** host/before.json; null when it cannot be read: then nothing is proved, but the incumbent still comes back. */
  before: HostSnapshot | null;
  folder: string;
  /** Reads the redacted /server_info for host/after.json. */
  serverInfo?: () => Promise<unknown>;
}

/** What failed to be written; the restoration goes on, since the host matters more than its record. */
class Careful {
  readonly lost: unknown[] = [];
  constructor(private readonly sink: RestoreSink) {}
  async append(...event: [string, Record<string, unknown>]): Promise<void> {
    await this.try(() => this.sink.append(...event));
  }
  /** Resolves to the name that it got; null when it was not written. */
  async write(path: string, record: unknown): Promise<string | null> {
    let name: string | null = null;
    await this.try(async () => {
      name = await this.sink.write(path, record);
    });
    return name;
  }
  async log(profile: string, text: string): Promise<void> {
    await this.try(() => this.sink.log(profile, text));
  }
  private async try(write: () => Promise<void> | void): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.lost.push(error);
    }
  }
}

/**
 * Removes the candidates, starts the *same* incumbent container if it ran before, waits for health and a generated token, and
 * proves it field by field against host/before.json. Safe to repeat from any point, with both running or neither.
 * Fails with exit code 3 and the exact commands when the incumbent cannot be brought back.
 */
export async function restoreIncumbent(
  task: RestoreTask,
  sink: RestoreSink,
  effects: RestoreEffects
): Promise<RestorationRecord> {
  const {snapshot, state} = task;
  const record = new Careful(sink);
  let incumbent: ContainerState | null = null;
  try {
    await sameEngine(task, effects);
    const shared = await removeCandidates(task.campaign, state.candidates, snapshot, record, effects);
    incumbent = await effects.containers.find(snapshot.id);
    if (incumbent === null) throw await gone(snapshot, effects);
    if (snapshot.was_running) await bringUp(task, incumbent, shared, record, effects);
  } catch (error) {
    throw await cannot(task, error, incumbent, record, effects);
  }
  return prove(task, record, effects);
}

/** An engine that was just restarted answers again within seconds: it is waited for. */
async function answering({containers, sleep, talk, engineS}: RestoreEffects): Promise<EngineFacts> {
  for (let waited = 0; ; waited += 1) {
    try {
      return await containers.engine();
    } catch (error) {
      if (!(error instanceof HostFailure) || error.code !== "engine-stopped" || waited >= engineS) throw error;
      if (waited === 0) talk(`the container engine does not answer; waiting up to ${engineS} s for it`);
      await sleep(1000);
    }
  }
}

async function sameEngine({snapshot}: RestoreTask, effects: RestoreEffects): Promise<void> {
  const engine = await answering(effects);
  if (engine.id !== snapshot.engine_id)
    throw new HostFailure("engine-error", "This is another container engine than the campaign's", {
      why: `it is ${engine.id}, the campaign ran on ${snapshot.engine_id}`,
      next: "Set DOCKER_HOST to the engine of the campaign."
    });
}

async function gone(snapshot: Snapshot, effects: RestoreEffects): Promise<HostFailure> {
  const namesake = await effects.containers.find(snapshot.name);
  return new HostFailure("container-missing", `The incumbent ${snapshot.name} (${snapshot.id.slice(0, 12)}) is gone`, {
    why: namesake
      ? `a container of that name is there, but it is another: ${namesake.identity.id.slice(0, 12)}`
      : "someone removed it; a campaign never does"
  });
}

/** The engine would give a start an empty volume in place of one that is gone, and everything would look restored. */
async function volumesThere({identity, sources}: ContainerState, {containers}: RestoreEffects): Promise<void> {
  for (const {type, source} of sources) {
    if (type === "volume" && !(await containers.hasVolume(source)))
      throw new HostFailure("mount-missing", `The volume ${source} of ${identity.name} is gone`, {
        why: "started now, it would get an empty one"
      });
  }
}

async function bringUp(
  task: RestoreTask,
  found: ContainerState,
  shared: boolean,
  record: Careful,
  effects: RestoreEffects
): Promise<void> {
  const {snapshot} = task;
  const {containers} = effects;
  let restart = !found.running;
  if (found.running && shared) {
    // It came up beside a candidate: it may have taken less memory for its cache than it had before.
    effects.talk(`${snapshot.name} started while a candidate ran; starting it again alone`);
    await record.append(...restoreEvent("incumbent.stopping", {id: snapshot.id}));
    await containers.stop(snapshot.id, effects.graceS);
    restart = true;
  }
  if (restart) {
    await volumesThere(found, effects);
    await settle(() => effects.gpus(snapshot.nvidia_smi, task.campaign), null, effects);
    effects.talk(`starting ${snapshot.name}`);
    await record.append(...restoreEvent("incumbent.starting", {id: snapshot.id}));
    await containers.start(snapshot.id);
  }
  await effects.waitReady(snapshot.base_url, {
    healthPath: snapshot.health_path,
    servedModel: snapshot.served_model,
    apiKey: snapshot.api_key_env === null ? null : (effects.env[snapshot.api_key_env] ?? null),
    limitS: snapshot.launch_s,
    state: () => containers.find(snapshot.id),
    logTail: () => containers.tail(snapshot.id, 40)
  });
  await record.append(...restoreEvent("incumbent.started", {id: snapshot.id}));
  effects.talk(`${snapshot.name} is healthy and has generated a token`);
}

async function prove(task: RestoreTask, record: Careful, effects: RestoreEffects): Promise<RestorationRecord> {
  const {snapshot, before, state} = task;
  await settle(() => effects.gpus(snapshot.nvidia_smi, task.campaign), before?.gpus ?? null, effects);
  const running = snapshot.was_running;
  const after = await hostSnapshot(
    {
      incumbent: await effects.containers.find(snapshot.id),
      servedModel: running ? snapshot.served_model : null,
      health: running ? true : (before?.health ?? null),
      serverInfo: (await task.serverInfo?.().catch(() => null)) ?? null,
      probes: snapshot.probes,
      nvidiaSmi: snapshot.nvidia_smi,
      folder: task.folder,
      campaign: task.campaign
    },
    effects
  );
  const gone = (await effects.containers.candidates(task.campaign)).length === 0;
  const fields = compareSnapshots(before, after);
  const now = effects.now().toISOString();
  const open = state.downSince === null ? 0 : (Date.parse(now) - Date.parse(state.downSince)) / 1000;
  const afterFile = await record.write("host/after.json", after);
  const restoration: RestorationRecord = {
    schema: "assay.restoration/v1",
    applicable: true,
    reason: unproved(before, after),
    restored_at: now,
    restored_by: task.by,
    fields,
    health: running ? true : null,
    token_generated: running ? true : null,
    candidate_gone: gone,
    downtime_s: state.touched ? state.downS + open : 0,
    source_files: [...(before === null ? [] : ["host/before.json"]), ...(afterFile === null ? [] : [afterFile])]
  };
  const file = await record.write("restoration.json", restoration);
  if (record.lost.length > 0) {
    throw new Problem(
      "proof-not-written",
      `The incumbent ${snapshot.name} is back, but the proof could not be written`,
      {
        where: task.folder,
        why: String(record.lost[0] instanceof Error ? record.lost[0].message : record.lost[0]),
        left: "The host is restored; nothing is lost of what was recorded before.",
        next: `Make the folder writable again (disk space, permissions), then run \`npm run restore -- ${task.campaign}\` for the proof.`,
        exitCode: 1,
        cause: record.lost[0]
      }
    );
  }
  const exact = gone && fields.length > 0 && fields.every((f) => f.equal === true);
  await record.append(...restoreEvent("restored", {by: task.by, exact, ...(file === null ? {} : {file})}));
  return restoration;
}

/** Why not every field can be proved; null when nothing stands against it. */
function unproved(before: HostSnapshot | null, after: HostSnapshot): string | null {
  if (before === null) return "host/before.json cannot be read: nothing can be proved field by field";
  const unread = before.gpus.filter(({gpu}) => after.gpus.every((now) => now.gpu !== gpu || now.used_mib === null));
  if (unread.length === 0) return null;
  const cards = unread.map(({gpu}) => gpu).join(", ");
  return `nvidia-smi gave no reading of ${cards} after the restoration, so memory that is still taken would not be seen`;
}

/** Names of candidates that are still there, as far as the engine or else the journal can tell. */
async function leftOver({campaign, state}: RestoreTask, effects: RestoreEffects): Promise<string[]> {
  try {
    return (await effects.containers.candidates(campaign)).map((c) => c.identity.name);
  } catch {
    return state.candidates.map((c) => c.name);
  }
}

const notBack = (reason: string): RestorationRecord => ({
  schema: "assay.restoration/v1",
  applicable: true,
  reason,
  restored_at: null,
  restored_by: null,
  fields: [],
  health: false,
  token_generated: false,
  candidate_gone: null,
  downtime_s: null,
  source_files: ["host/before.json"]
});

async function cannot(
  task: RestoreTask,
  error: unknown,
  incumbent: ContainerState | null,
  record: Careful,
  effects: RestoreEffects
): Promise<Problem> {
  const {snapshot} = task;
  const failure = error instanceof HostFailure ? error : null;
  const code = failure?.code ?? "engine-error";
  const message = plainRedactor.text(error instanceof Error ? error.message : String(error));
  const commands = byHand({
    code,
    name: snapshot.name,
    baseUrl: snapshot.base_url,
    healthPath: snapshot.health_path,
    campaign: task.campaign,
    state: incumbent,
    left: await leftOver(task, effects),
    env: effects.env
  });
  await record.append(...restoreEvent("restore.failed", {code, message, commands}));
  // Later attempts, by hand or by the watchdog, write the proof when they succeed; a record of each failure would only hide it.
  if (task.by === "campaign") await record.write("restoration.json", notBack(`${code}: ${message}`));
  const tail = failure?.logTail.slice(-10) ?? [];
  return new Problem("not-restored", `The incumbent ${snapshot.name} could not be restored`, {
    where: `container ${snapshot.id.slice(0, 12)}, campaign ${task.campaign}`,
    why: `${code}: ${message}${tail.length > 0 ? `\n  its log ends with:\n    ${tail.join("\n    ")}` : ""}`,
    left: "The incumbent's container is as it was; a campaign never removes, renames or recreates it.",
    next: `Run these, in this order:\n    ${commands.join("\n    ")}`,
    exitCode: 3,
    cause: error
  });
}
