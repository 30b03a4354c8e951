import type {Plan} from "../../../src/schema/plan.js";
import type {Policy} from "../../../src/schema/policy.js";
import type {HostClient} from "../../host/client/index.js";
import type {PromptBook} from "../prompts/promptBook.js";
import type {MemoryView} from "./memoryView.js";
import type {StageFailure} from "../../../src/schema/stage.js";
import type {z} from "zod";

/** One start of a server, as stages see it. `cacheReporting` turns true as soon as any response of this boot named cached tokens. */
export interface Boot {
  bootId: string;
  cacheReporting: boolean | null;
  /** Prompt tokens of the chat template alone; null until measured. */
  templateTokens: number | null;
  /** Whether /tokenize answers; null until asked. */
  tokenizes: boolean | null;
}

/** What a stage knows of the campaign around it. */
export interface StageContext {
  campaignId: string;
  profile: string;
  model: string;
  boot: Boot;
  client: HostClient;
  /** Which keys of a chat request this server takes. */
  dialect: "engine" | "standard";
  seed: number;
  temperature: number;
  limits: Plan["limits"];
  contextTokens: number | null;
  timeScale: number | null;
  policy: Policy;
  /** Checks and gates that the plan declares not applicable, with its reasons. */
  notApplicable: ReadonlyMap<string, string>;
  /** Whether this server's prefix cache may be flushed. */
  mayFlush: boolean;
  prompts: PromptBook;
  /** Null where the host has no cards that can be read. */
  memory: MemoryView | null;
  /** Why the server can no longer be this boot (it exited, it was started again); null while it is. */
  lost(): Promise<z.infer<typeof StageFailure> | null>;
  /** Why nothing more can be measured on this host, asked before and after every request; null while it can. */
  over(): z.infer<typeof StageFailure> | null;
  signal: AbortSignal;
  now(): Date;
  sleep(ms: number): Promise<void>;
}
