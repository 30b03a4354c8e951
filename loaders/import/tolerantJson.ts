/**
 * A JSON reader for other tools' files: accepts `NaN`, `Infinity`, a byte order mark and repeated keys (the last wins).
 * Linear time, bounded depth and bounded number of values, so that no file can take the process down.
 */
import {Problem} from "../../src/schema/problem.js";

export interface JsonLimits {
  depth: number;
  values: number;
}
export const JSON_LIMITS: JsonLimits = {depth: 200, values: 3_000_000};

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const SPACE = /[ \t\r\n]*/y;
const WORDS: [string, unknown][] = [
  ["true", true],
  ["false", false],
  ["null", null],
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity]
];

/** Parses one JSON value. Throws a Problem `import.json` that says what is wrong and at which character. */
export function parseTolerantJson(text: string, limits: JsonLimits = JSON_LIMITS): unknown {
  return new Reader(text, limits).document();
}

class Reader {
  private at = 0;
  private values = 0;
  constructor(
    private readonly text: string,
    private readonly limits: JsonLimits
  ) {
    if (text.charCodeAt(0) === 0xfeff) this.at = 1;
  }

  document(): unknown {
    const value = this.value(0);
    this.space();
    if (this.at < this.text.length) this.fail("more text after the end of the value");
    return value;
  }

  private fail(why: string): never {
    throw new Problem("import.json", "It is not readable JSON", {why: `${why} at character ${this.at + 1}`});
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  private space(): void {
    const code = this.text.charCodeAt(this.at);
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) this.match(SPACE);
  }

  private value(depth: number): unknown {
    if (depth > this.limits.depth) this.fail(`nested deeper than ${this.limits.depth} levels`);
    if (++this.values > this.limits.values) this.fail(`more than ${this.limits.values} values`);
    this.space();
    const c = this.text[this.at];
    if (c === undefined) this.fail("the text ends too early");
    if (c === "{") return this.object(depth);
    if (c === "[") return this.array(depth);
    if (c === '"') return this.string();
    for (const [word, value] of WORDS)
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    const number = this.match(NUMBER);
    if (number === "") this.fail(`unexpected ${JSON.stringify(c)}`);
    return Number(number);
  }

  private object(depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    this.at++;
    this.space();
    if (this.text[this.at] === "}") {
      this.at++;
      return result;
    }
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') this.fail("a key in double quotes was expected");
      const key = this.string();
      this.space();
      if (this.text[this.at++] !== ":") this.fail("a colon was expected");
      const value = this.value(depth + 1);
      // A key of this name would change the object itself if it were assigned.
      if (key === "__proto__") Object.defineProperty(result, key, {value, enumerable: true, configurable: true});
      else result[key] = value;
      this.space();
      const next = this.text[this.at++];
      if (next === "}") return result;
      if (next !== ",") this.fail(next === undefined ? "the text ends too early" : "a comma or } was expected");
    }
  }

  private array(depth: number): unknown[] {
    const result: unknown[] = [];
    this.at++;
    this.space();
    if (this.text[this.at] === "]") {
      this.at++;
      return result;
    }
    for (;;) {
      result.push(this.value(depth + 1));
      this.space();
      const next = this.text[this.at++];
      if (next === "]") return result;
      if (next !== ",") this.fail(next === undefined ? "the text ends too early" : "a comma or ] was expected");
    }
  }

  private string(): string {
    const start = this.at++;
    for (;;) {
      this.match(PLAIN);
      const c = this.text[this.at];
      if (c === '"') break;
      if (c !== "\\") this.fail(c === undefined ? "the text ends inside a string" : "a control character in a string");
      this.at += 2;
    }
    this.at++;
    try {
      return JSON.parse(this.text.slice(start, this.at)) as string;
    } catch {
      return this.fail("a bad escape in the string that ends");
    }
  }
}
