import type {WireFrame} from "../../schema/wire.js";
import {readExchange} from "./deriveRequest.js";
import {exchangeOf, type Exchange} from "./exchange.js";

/** One row of the table `deltas`. `tokens`: tokens in it by continuous usage; null without. */
export interface Delta {
  seq: number;
  t_ms: number;
  channel: "reasoning" | "content" | "tool";
  text: string;
  tokens: number | null;
}

/** The output deltas of an exchange, in order; an event with text on two channels gives two rows, the tokens on the first. */
export function deltasOfExchange(exchange: Exchange): Delta[] {
  const deltas: Delta[] = [];
  let counted = 0;
  for (const output of readExchange(exchange)?.outputs ?? []) {
    let tokens = output.counted === null ? null : output.counted - counted;
    counted = output.counted ?? counted;
    const tool = output.tools.map((t) => t.name + t.arguments).join("");
    for (const [channel, text] of [
      ["reasoning", output.reasoning],
      ["content", output.content],
      ["tool", tool]
    ] as const) {
      if (text === "") continue;
      deltas.push({seq: deltas.length, t_ms: output.t_ms, channel, text, tokens});
      if (tokens !== null) tokens = 0;
    }
  }
  return deltas;
}

/** `deltasOfExchange` over the wire frames of one request. */
export function deltasOf(frames: readonly WireFrame[]): Delta[] {
  return deltasOfExchange(exchangeOf(frames));
}
