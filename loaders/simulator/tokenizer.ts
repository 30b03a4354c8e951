/** A deterministic tokeniser, about four characters a token in English prose: words, pieces of long words, digits by three. */
import {hash32} from "./random.js";

const vocabulary = 151_552;
const reserved = 64;

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 0xc0 && code < 0x250);
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function runEnd(text: string, from: number, limit: number, test: (code: number) => boolean): number {
  let end = from;
  while (end < text.length && end - from < limit && test(text.charCodeAt(end))) end++;
  return end;
}

/** Where the token that starts at `from` ends. A single leading space belongs to the word after it. */
export function tokenEnd(text: string, from: number): number {
  let start = from;
  let code = text.charCodeAt(start);
  if (isSpace(code)) {
    const end = runEnd(text, start, 16, isSpace);
    const wordFollows = end < text.length && text.charCodeAt(end - 1) === 32;
    if (!wordFollows) return end;
    if (end - start > 1) return end - 1;
    start = end;
    code = text.charCodeAt(start);
  }
  if (isLetter(code)) return runEnd(text, start, 7, isLetter);
  if (isDigit(code)) return runEnd(text, start, 3, isDigit);
  if (code >= 0xd800 && code < 0xdc00) return Math.min(text.length, start + 2);
  if (code >= 128) return start + 1;
  return runEnd(text, start, 4, (next) => next === code);
}

/** The text of each token; joined they are the text. */
export function pieces(text: string): string[] {
  const found: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = tokenEnd(text, from);
    found.push(text.slice(from, end));
    from = end;
  }
  return found;
}

/** Appends the token ids of `text`; ids are hashes of the token's text, above the reserved ones. */
export function encodeInto(ids: number[], text: string): void {
  for (let from = 0; from < text.length;) {
    const end = tokenEnd(text, from);
    let hash = 0x811c9dc5;
    for (let i = from; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    ids.push(reserved + ((hash >>> 0) % (vocabulary - reserved)));
    from = end;
  }
}

/** The token ids of a text. */
export function encode(text: string): number[] {
  const ids: number[] = [];
  encodeInto(ids, text);
  return ids;
}

/** The one id of a special token such as `<|user|>`. */
export function specialToken(name: string): number {
  return hash32(name) % reserved;
}
