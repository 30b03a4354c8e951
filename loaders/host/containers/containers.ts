import type {z} from "zod";
import type {ContainerIdentity} from "../../../src/schema/host.js";
import type {Recipe} from "../../../src/schema/recipe.js";

export type Identity = z.infer<typeof ContainerIdentity>;

/** What the engine says about itself. `id` tells one engine from another: a campaign is restored only where it ran. */
export interface EngineFacts {
  id: string;
  version: string;
  api_version: string;
  kernel: string | null;
  runtimes: string[];
}

/** A container as it is now: identity (does not move while it stops and starts) and state (does). */
export interface ContainerState {
  identity: Identity;
  status: string;
  running: boolean;
  exit_code: number | null;
  oom_killed: boolean;
  /** The engine's own words on why it did not start. */
  error: string | null;
  started_at: string | null;
  finished_at: string | null;
  restart_count: number;
  health: "healthy" | "unhealthy" | "starting" | null;
  pid: number | null;
  /** Bind sources and volume names, for the check that they are still there. */
  sources: {type: string; source: string; target: string}[];
  devices: string[];
}

/** An image held by the engine. `id` is what a container is made from. */
export interface ImageFacts {
  id: string;
  digests: string[];
  tags: string[];
  size_bytes: number;
}

export interface CreateOptions {
  campaign: string;
  profile: string;
  name: string;
  /** The operator's environment: `env_from` takes values from it by name. They go to the engine and nowhere else. */
  environment: NodeJS.ProcessEnv;
  /** Folder that relative mount sources are relative to. */
  base: string;
}

export interface EngineEvent {
  at: string;
  action: string;
  id: string;
  name: string;
  attributes: Record<string, string>;
}

/**
 * The container engine. Every method rejects with a HostFailure that has a stable code.
 * There is no rename, and `remove` refuses what this campaign did not create: an incumbent cannot be lost through it.
 */
export interface Containers {
  engine(): Promise<EngineFacts>;
  /** Null when there is none of this name or id. */
  find(nameOrId: string): Promise<ContainerState | null>;
  /** The image of `name@sha256:...`; fails with `image-missing` or `digest-wrong`. */
  image(reference: string): Promise<ImageFacts>;
  /** Whether the engine has a volume of this name. One that it lacks would be created anew, and empty, by a start. */
  hasVolume(name: string): Promise<boolean>;
  /** Creates (does not start) a candidate; resolves to its id. */
  create(recipe: Recipe, options: CreateOptions): Promise<string>;
  start(id: string): Promise<void>;
  /** SIGTERM, then SIGKILL after `graceS` seconds; done when it no longer runs. A container that does not run is no error. */
  stop(id: string, graceS: number): Promise<void>;
  /** Resolves when the container stops running. */
  waitExit(id: string, signal?: AbortSignal): Promise<ContainerState>;
  /** Force-removes a candidate and its anonymous volumes. One that is gone is no error. */
  remove(id: string): Promise<void>;
  /** The last `lines` lines of stdout and stderr, in order, without the secrets that the container was given. */
  tail(id: string, lines: number): Promise<string[]>;
  /** Every line since `sinceS` (epoch seconds; absent: the start) as it is written, until the container stops or `signal` aborts. */
  follow(id: string, onLine: (line: string) => void, signal: AbortSignal, sinceS?: number): Promise<void>;
  /** Container events until `signal` aborts. */
  watch(onEvent: (event: EngineEvent) => void, signal: AbortSignal): Promise<void>;
  /** Containers created by a campaign; by any, with null. */
  candidates(campaign: string | null): Promise<ContainerState[]>;
}
