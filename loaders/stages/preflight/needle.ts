import {questionPlan, user} from "../ask.js";
import {promptCounter} from "../prompts/promptCounter.js";
import {checkOf, noAnswer, shown, type FunctionalCheck} from "./check.js";

const PHRASE = "violet-harbour-3821";
const NOMINAL = 16_384;

/** A sentence in the middle of a long text is found again. */
export const needle: FunctionalCheck = {
  checkId: "needle",
  requests: 1,
  async run(stage, first) {
    const context = stage.context.contextTokens;
    const nominal = context === null ? 4096 : Math.min(NOMINAL, Math.floor(context / 2));
    const prompt = await stage.context.prompts.prompt("needle", nominal, promptCounter(stage, nominal));
    const body = prompt.text.slice(0, prompt.text.lastIndexOf("\n\n"));
    const middle = body.indexOf(". ", Math.floor(body.length / 2)) + 2;
    const text = `${body.slice(0, middle)}The access phrase of the archive is ${PHRASE}. ${body.slice(middle)}\n\nWhat is the access phrase of the archive? Answer with the phrase only.`;
    const record = await stage.send({
      ...questionPlan(stage, first, "needle", {messages: user(text), maxTokens: 64}),
      nominalPromptTokens: nominal
    });
    const fault =
      noAnswer(record) ?? ((record.content ?? "").includes(PHRASE) ? null : `answered ${shown(record.content)}`);
    return {
      ...checkOf("needle", [{record, fault}], 1, `found in ${record.prompt_tokens ?? "an unknown number of"} tokens`),
      measured_prompt_tokens: record.prompt_tokens
    };
  }
};
