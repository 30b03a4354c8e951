import {release} from "node:os";
import type {HostSnapshot} from "../../../src/schema/host.js";
import type {ContainerState} from "../../host/containers/index.js";
import type {ProbeSpec} from "../../host/probes/index.js";
import type {RestoreEffects} from "./restoreEffects.js";

export interface SnapshotOptions {
  incumbent: ContainerState | null;
  servedModel: string | null;
  health: boolean | null;
  /** The redacted answer of /server_info; null when the server has none. */
  serverInfo: unknown;
  probes: ProbeSpec[];
  nvidiaSmi: string[] | null;
  /** A folder on the disk that will hold the evidence. */
  folder: string;
  campaign: string;
}

/** The host as it is now, in the shape of `host/before.json` and `host/after.json`. The same code takes both, so they can be compared. */
export async function hostSnapshot(
  options: SnapshotOptions,
  effects: Pick<RestoreEffects, "containers" | "gpus" | "probe" | "shmFiles" | "diskFreeMib" | "now">
): Promise<HostSnapshot> {
  const engine = await effects.containers.engine().catch(() => null);
  const probes = [];
  for (const probe of options.probes) probes.push(await effects.probe(probe));
  return {
    schema: "assay.host/v1",
    captured_at: effects.now().toISOString(),
    incumbent: options.incumbent?.identity ?? null,
    served_model: options.servedModel,
    health: options.health,
    server_info: options.serverInfo,
    gpus: await effects.gpus(options.nvidiaSmi, options.campaign),
    probes,
    shm_files: await effects.shmFiles(),
    disk_free_mib: await effects.diskFreeMib(options.folder),
    kernel: engine?.kernel ?? release(),
    engine: engine === null ? null : `Docker ${engine.version}, API ${engine.api_version}`
  };
}
