import type {z} from "zod";
import type {ProfileRecord} from "../../../src/schema/campaign.js";
import type {Plan} from "../../../src/schema/plan.js";
import type {StageFailure} from "../../../src/schema/stage.js";
import type {HostClient} from "../../host/client/index.js";
import type {StageDefinition} from "../../stages/run/stageDefinition.js";
import type {HostLook} from "./campaignRecord.js";

export type Failure = z.infer<typeof StageFailure>;

/** A server that can be measured now, or that its launch stage is about to start. */
export interface ServerHandle {
  client: HostClient;
  dialect: "engine" | "standard";
  model: string;
  contextTokens: number | null;
  mayFlush: boolean;
  /** Why it can no longer be this boot; null while it is. Asks the server or the engine. */
  lost(): Promise<Failure | null>;
}

/** The host of a campaign: attached (a server that is there) or managed (containers that come and go). */
export interface CampaignHost {
  /** What is served before anything is touched, for campaign.json. */
  readonly look: HostLook | null;
  readonly incumbentProfile: ProfileRecord | null;
  /** Records the host as it is, and makes everything that can be made before the incumbent stops. */
  prepare(): Promise<void>;
  /** The incumbent as a server; null when there is none, or it does not run. */
  incumbent(): ServerHandle | null;
  /** Stops the incumbent; nothing where there is none. */
  takeDown(): Promise<void>;
  /** The server of a profile's boot, with the stage that starts it; no stage where it is there already. */
  boot(
    profile: Plan["profiles"][number],
    bootId: string,
    signal: AbortSignal
  ): {server: ServerHandle; launch: StageDefinition | null};
  /** Ends a profile's boot; `last`: no other follows. Resolves to the container's log, null where there is none. */
  end(profile: string, last: boolean): Promise<string | null>;
  /** Brings the incumbent back and writes the proof, or writes why none is needed. False when it is not exact. */
  restore(): Promise<boolean>;
  /** Why nothing more can be measured here, known without asking; null while it can. */
  over(): Failure | null;
  /** Since when the incumbent is down; null while it is up. */
  downSince(): Date | null;
  close(): Promise<void>;
}
