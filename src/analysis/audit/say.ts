/** Numbers in sentences: thousands separated, a fixed number of decimals. */
export const num = (value: number, digits = 0): string =>
  value.toLocaleString("en-US", {minimumFractionDigits: digits, maximumFractionDigits: digits});

/** A share as a percentage, without a needless decimal. */
export const pct = (share: number, digits = 1): string => `${num(share * 100, digits).replace(/\.0$/, "")} %`;

/** "1 request", "3 requests". */
export const count = (n: number, one: string, many = `${one}s`): string => `${num(n)} ${n === 1 ? one : many}`;

/** The first of a long list, and how many more. */
export const some = (items: readonly string[], most = 8): string =>
  items.length <= most ? items.join(", ") : `${items.slice(0, most).join(", ")} and ${items.length - most} more`;

const WORDS = ["no", "one", "two", "three", "four", "five", "six"];
/** A small count in words, up to six; larger ones in digits with thousands separated. */
export const inWords = (n: number): string => WORDS[n] ?? num(n);
