import {sha256} from "./sha256.js";

/** What the first line of a chain names as the line before it. */
export const CHAIN_START = "0".repeat(64);

/**
 * Checks that lines follow each other: `seq` counts from 0 and `prev` is the sha256 of the line before (its bytes
 * without the newline). Problems are sentences; `head` is the hash of the last line.
 */
export function chainLines(lines: readonly {text: string; seq: number; prev: string}[]): {
  head: string;
  problems: string[];
} {
  let head = CHAIN_START;
  const problems: string[] = [];
  lines.forEach(({text, seq, prev}, i) => {
    if (seq !== i) problems.push(`line ${i + 1} has number ${seq}`);
    if (prev !== head) problems.push(`line ${i + 1} does not follow the line before it`);
    head = sha256(text);
  });
  return {head, problems};
}
