import {countTokens} from "../../host/client/index.js";
import type {OpenStage} from "../run/openStage.js";
import type {TokenCount} from "./promptBook.js";
import {saltOf} from "./promptText.js";

/** Indexes of probes start here, above every planned request of a stage. */
const PROBE_INDEX = 10_000;

/**
 * How the tokens of a whole prompt are counted on this server: by /tokenize plus the template's own tokens; where there is no
 * /tokenize, by a probe of the same text under another salt that asks for one token. Probes are recorded as warm-up requests.
 */
export function promptCounter(stage: OpenStage, promptTokens: number): TokenCount {
  const {client, model, boot} = stage.context;
  const probe = async (text: string): Promise<number | null> => {
    const record = await stage.send({
      index: stage.spareIndex(PROBE_INDEX),
      phase: "warmup",
      purpose: "token-count",
      chat: {
        model,
        messages: [{role: "user", content: text}],
        maxTokens: 1,
        temperature: 0,
        seed: stage.context.seed,
        thinking: "disabled"
      },
      expectedPromptTokens: promptTokens
    });
    return record.prompt_tokens;
  };
  return async (text, label) => {
    if (boot.tokenizes !== false) {
      const tokens = await countTokens(client, model, text);
      boot.tokenizes = tokens !== null;
      if (tokens !== null) {
        if (boot.templateTokens === null) {
          const short = `[${saltOf({campaignId: stage.context.campaignId, seed: stage.context.seed, label: `${stage.stage}-template`})}]`;
          const [whole, own] = [await probe(short), await countTokens(client, model, short)];
          boot.templateTokens = whole === null || own === null ? null : Math.max(0, whole - own);
        }
        return tokens + (boot.templateTokens ?? 0);
      }
    }
    const other = saltOf({
      campaignId: stage.context.campaignId,
      seed: stage.context.seed,
      label: `${stage.stage}-${label}-${text.length}`
    });
    return await probe(text.replace(/^\[[0-9a-f]+\]/, `[${other}]`));
  };
}
