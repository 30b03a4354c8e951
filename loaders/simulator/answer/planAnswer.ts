/** Decides what the simulated model says: each rule reads the request and answers, or passes it on. */
import {hash32, seeded, type Random} from "../random.js";
import type {Answer} from "./answer.js";
import type {Conversation} from "./conversation.js";
import {filler, sentence} from "./filler.js";

/** A rule's answer without its thoughts, or null when the rule does not apply. */
export type AnswerRule = (conversation: Conversation, random: Random) => Omit<Answer, "reasoning"> | null;

const charactersPerToken = 4.6;

/** Prose that fills the budget, unless a short answer is asked for. */
export const prose: AnswerRule = (conversation, random) => {
  const {question, maxTokens, request} = conversation;
  const short = /\b(brief|briefly|short|one sentence|one word|concise)\b/i.test(question);
  const tokens = short ? Math.min(maxTokens, 16 + Math.floor(random() * 24)) : Math.min(maxTokens, 4096) * 1.25;
  return {
    rule: "prose",
    content: filler(tokens * charactersPerToken, random),
    toolCalls: [],
    endless: request.ignore_eos === true
  };
};

/** "Reply with exactly: X" and its relatives. */
export const exactReply: AnswerRule = ({question}) => {
  const match =
    /\b(?:reply|respond|answer|say|output|return)\b[^.\n]{0,40}?\b(?:exactly|only|just)\b[^"'`“\n]{0,40}["'`“]([^"'`”\n]{1,200})["'`”]/i.exec(
      question
    ) ??
    /\b(?:reply|respond|answer|say)\b[^.\n]{0,30}?\b(?:exactly|only|just)(?: with)?:?\s+(?:the word\s+)?([\p{L}\p{N}_-]{1,60})\b/iu.exec(
      question
    );
  return match?.[1] ? {rule: "exact", content: match[1], toolCalls: []} : null;
};

function thoughts(conversation: Conversation, random: Random): string {
  const topic = conversation.question.trim().split(/\s+/).slice(-12).join(" ");
  return `The user asks: ${topic} ${sentence(random)} ${sentence(random)} I can answer now.`;
}

/** The answer of the first rule that applies, with thoughts where the request lets the model think. */
export function planAnswer(conversation: Conversation, seed: number, rules: readonly AnswerRule[]): Answer {
  const {prompt, request, thinking} = conversation;
  const basis = hash32(prompt.ids.length + ":" + request.messages.length, seed);
  let promptHash = basis;
  for (const id of prompt.ids) promptHash = Math.imul(promptHash ^ id, 0x01000193);
  const drift = request.temperature ? hash32(String(request.seed ?? Math.random())) : 0;
  const random = seeded((promptHash ^ drift) >>> 0);
  for (const rule of [...rules, prose]) {
    const answer = rule(conversation, random);
    if (answer) return {...answer, reasoning: thinking ? thoughts(conversation, random) : null};
  }
  throw new Error("prose answers everything");
}
