import {createHash} from "node:crypto";
import type {ChatSpec} from "../host/client/index.js";
import type {OpenStage} from "./run/openStage.js";
import type {RequestPlan} from "./run/requestPlan.js";

/** A question of a check: thinking off and the plan's temperature unless it says otherwise. */
export type Question = Partial<ChatSpec> & Pick<ChatSpec, "messages" | "maxTokens">;

/** A measured request that asks one question; its prompt is named by the hash of its messages. */
export function questionPlan(stage: OpenStage, index: number, purpose: string, question: Question): RequestPlan {
  const {model, temperature, seed} = stage.context;
  const sha256 = createHash("sha256").update(JSON.stringify(question.messages)).digest("hex");
  return {
    index,
    phase: "measured",
    purpose,
    chat: {model, temperature, seed, thinking: "disabled", ...question},
    promptId: `${purpose}/${sha256.slice(0, 12)}`,
    promptSha256: sha256
  };
}

/** One user message. */
export const user = (content: unknown) => [{role: "user", content}];
