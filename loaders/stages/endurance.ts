import {promptCounter} from "./prompts/promptCounter.js";
import {closedLoop} from "./run/closedLoop.js";
import type {StageDefinition} from "./run/stageDefinition.js";
import {sizeText} from "./capacity.js";

export interface EnduranceOptions {
  requests: number;
  nominal_prompt_tokens: number;
  max_tokens: number;
  concurrency: number;
}

/** Many requests in a row, as a day of work would send them: nothing is flushed in between. */
export function enduranceStage(options: EnduranceOptions): StageDefinition {
  const {requests, nominal_prompt_tokens, max_tokens, concurrency} = options;
  const size = sizeText(nominal_prompt_tokens);
  return {
    kind: "endurance",
    slug: `endurance-${size}-c${concurrency}`,
    planned: requests,
    settings: {nominal_prompt_tokens, concurrency, max_tokens, cache_declared: "cold", thinking: "disabled"},
    async run(stage) {
      const {model, temperature, seed, prompts} = stage.context;
      const count = promptCounter(stage, nominal_prompt_tokens);
      const jobs = Array.from({length: requests}, (_, index) => async () => {
        const prompt = await prompts.prompt(`endurance-${size}-r${index}`, nominal_prompt_tokens, count);
        return stage.send({
          index,
          phase: "measured",
          purpose: "endurance",
          chat: {
            model,
            messages: [{role: "user", content: prompt.text}],
            maxTokens: max_tokens,
            temperature,
            seed,
            thinking: "disabled"
          },
          nominalPromptTokens: nominal_prompt_tokens,
          concurrency,
          cacheDeclared: "cold",
          promptId: prompt.promptId,
          promptSha256: prompt.sha256,
          fills: true,
          expectedPromptTokens: prompt.tokens
        });
      });
      await closedLoop(jobs, concurrency);
      return {};
    }
  };
}
