/** Joins the tokens of one step into deltas: one for each stretch of a channel. Structure tokens show nothing. */
import type {OutputToken} from "../answer/answer.js";

export interface TokenGroup {
  channel: "reasoning" | "content" | "tool";
  text: string;
  call: number;
  name?: string;
}

export function groupTokens(tokens: readonly OutputToken[], separateReasoning: boolean): TokenGroup[] {
  const groups: TokenGroup[] = [];
  let last: TokenGroup | undefined;
  for (const token of tokens) {
    if (token.channel === "none") continue;
    const channel = token.channel === "reasoning" && !separateReasoning ? "content" : token.channel;
    if (!last || last.channel !== channel || last.call !== token.call || token.name !== undefined) {
      last = {channel, text: token.text, call: token.call};
      if (token.name !== undefined) last.name = token.name;
      groups.push(last);
    } else last.text += token.text;
  }
  return groups.filter((group) => group.text !== "" || group.name !== undefined);
}
