/** Finds a sentence that was hidden in a long prompt: the one that shares the question's rarest words and says what they are. */
import type {AnswerRule} from "./planAnswer.js";

const shortestText = 1_500;
const stopWords = new Set(
  "what which where when whose who is are was were the and for with from that this have has had does did can could would should will your you answer only exactly please give tell name find text above below document following given into about".split(
    " "
  )
);

function keywords(question: string): string[] {
  const sentence = /[^.!?\n]*\?/.exec(question)?.[0] ?? question;
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return [...new Set(words)].filter((word) => !stopWords.has(word));
}

function positions(text: string, word: string, limit: number): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(word); at >= 0 && found.length < limit; at = text.indexOf(word, at + 1)) found.push(at);
  return found;
}

function sentenceAround(text: string, at: number): string {
  const before = Math.max(text.lastIndexOf(". ", at), text.lastIndexOf("\n", at));
  const ends = [text.indexOf(". ", at), text.indexOf("\n", at)].filter((end) => end >= 0);
  return text.slice(before + 1, ends.length ? Math.min(...ends) : text.length).trim();
}

/** The sentence of `text` that holds most of the words; null when none holds at least two thirds of them. */
export function findSentence(text: string, words: readonly string[]): string | null {
  const lower = text.toLowerCase();
  const rarest = words
    .map((word) => positions(lower, word, 200))
    .filter((found) => found.length > 0)
    .sort((a, b) => a.length - b.length)[0];
  let best: {sentence: string; score: number} | null = null;
  for (const at of rarest ?? []) {
    const sentence = sentenceAround(text, at);
    const score = words.filter((word) => sentence.toLowerCase().includes(word)).length;
    if (!best || score > best.score) best = {sentence, score};
  }
  return best && best.score >= Math.max(2, Math.ceil((words.length * 2) / 3)) ? best.sentence : null;
}

export const needleRule: AnswerRule = ({all, question}) => {
  if (all.length < shortestText || !question.includes("?")) return null;
  const haystack = all.slice(0, all.length - question.length);
  const sentence = findSentence(haystack, keywords(question));
  if (!sentence) return null;
  const value = /(?:\bis|\bare|\bwas|:|=)\s+["'`]?(.+?)["'`]?\.?$/s.exec(sentence)?.[1] ?? sentence;
  const content = /\bonly\b/i.test(question) ? value : `${sentence.replace(/\.$/, "")}.`;
  return {rule: "needle", content, toolCalls: []};
};
