import {release} from "node:os";
import type {HostSnapshot, RestorationRecord} from "../../../src/schema/host.js";
import {listModels, type HostClient, type HostReading} from "../../host/client/index.js";
import {readGpus} from "../../host/gpu/index.js";
import type {EvidenceWriter} from "../../record/index.js";
import {diskFreeMib} from "../restore/realRestoreEffects.js";
import type {HostLook} from "./campaignRecord.js";
import type {CampaignHost, ServerHandle} from "./campaignHost.js";

export interface AttachedOptions {
  client: HostClient;
  model: string;
  look: HostLook;
  reading: HostReading;
  nvidiaSmi: string[] | null;
  mayFlush: boolean;
  dialect: "engine" | "standard";
  now(): Date;
}

/** A host whose server is already there: it is measured and left as it was. */
export function attachedHost(writer: EvidenceWriter, options: AttachedOptions): CampaignHost {
  const {client, look, reading, nvidiaSmi, now} = options;
  const snapshot = async (): Promise<HostSnapshot> => ({
    schema: "assay.host/v1",
    captured_at: now().toISOString(),
    incumbent: null,
    served_model: options.model,
    health: (await listModels(client)).error === null,
    server_info: reading.state.raw,
    gpus: await readGpus(nvidiaSmi, writer.campaignId),
    probes: [],
    shm_files: null,
    disk_free_mib: await diskFreeMib(writer.folder),
    kernel: release(),
    engine: null
  });
  const server: ServerHandle = {
    client,
    dialect: options.dialect,
    model: options.model,
    contextTokens: look.contextLength,
    mayFlush: options.mayFlush,
    async lost() {
      const {error} = await listModels(client);
      return error === null ? null : {code: "server.gone", message: `The server no longer answers: ${error}`};
    }
  };
  return {
    look,
    incumbentProfile: null,
    prepare: async () => writeFirst(writer, "host/before.json", await snapshot()),
    incumbent: () => null,
    takeDown: () => Promise.resolve(),
    boot: (profile) => ({
      server: {
        ...server,
        model: profile.served_model ?? server.model,
        contextTokens: profile.context_tokens ?? server.contextTokens
      },
      launch: null
    }),
    end: () => Promise.resolve(null),
    async restore() {
      await writeFirst(writer, "host/after.json", await snapshot());
      await writeFirst(writer, "restoration.json", NOTHING_TO_RESTORE);
      return true;
    },
    over: () => null,
    downSince: () => null,
    close: () => client.close()
  };
}

/** A resumed campaign keeps what its first run wrote. */
async function writeFirst(writer: EvidenceWriter, path: string, value: unknown): Promise<void> {
  await writer.writeJson(path, writer.redactor.value(value)).catch((error: unknown) => {
    if ((error as {code?: unknown}).code !== "file-exists") throw error;
  });
}

const NOTHING_TO_RESTORE: RestorationRecord = {
  schema: "assay.restoration/v1",
  applicable: false,
  reason: "the campaign was attached: nothing was stopped, so nothing was to be restored",
  restored_at: null,
  restored_by: null,
  fields: [],
  health: null,
  token_generated: null,
  candidate_gone: null,
  downtime_s: null,
  source_files: []
};
