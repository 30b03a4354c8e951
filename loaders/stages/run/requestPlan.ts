import type {ChatSpec} from "../../host/client/index.js";

/** One request as a stage plans it. `index` is its place in the stage's plan and never given twice. */
export interface RequestPlan {
  index: number;
  phase: "warmup" | "measured";
  chat: ChatSpec;
  /** Another endpoint and body than chat; the chat then only describes it. */
  raw?: {path: string; body: unknown};
  purpose: string | null;
  nominalPromptTokens?: number | null;
  concurrency?: number | null;
  cacheDeclared?: "cold" | "warm" | null;
  promptId?: string | null;
  promptSha256?: string | null;
  /** Whether the prompt is meant to fill its budget, so that an earlier stop is marked `short`. */
  fills?: boolean;
  /** Prompt tokens by calibration, for the expected time. */
  expectedPromptTokens?: number | null;
}
