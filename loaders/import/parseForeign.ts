/** A foreign text as records: one JSON value, JSON Lines, or one TOML document. Which it is shows from the text, not from its name. */
import {parse as parseToml} from "smol-toml";
import {Problem} from "../../src/schema/problem.js";
import {JSON_LIMITS, parseTolerantJson} from "./tolerantJson.js";

export interface Parsed {
  records: unknown[];
  problems: string[];
}

const MAX_TOML = 2 ** 20;
/** Records of a JSON Lines file; each is a run or a request. */
const MAX_RECORDS = 200_000;

/** Throws a Problem that says why the text is none of the three. */
export function parseForeign(text: string): Parsed {
  const start = text
    .replace(/^\ufeff/, "")
    .slice(0, 4096)
    .trimStart();
  if (/^[[{]/.test(start) && !/^\[\[?[\w."-]+\]\]?\s*(#.*)?(\r?\n|$)/.test(start)) return parseJson(text);
  if (text.length <= MAX_TOML && /^\s*(#|[\w."-]+\s*=|\[)/.test(start)) {
    try {
      const document = parseToml(text.replace(/^\ufeff/, ""));
      // A page of prose under a heading is TOML too: a comment and nothing else.
      if (Object.keys(document).length > 0) return {records: [document], problems: []};
    } catch {
      throw new Problem("import.unknown", "It is neither JSON, JSON Lines nor TOML");
    }
  }
  throw new Problem("import.unknown", "It is neither JSON, JSON Lines nor TOML");
}

function parseJson(text: string): Parsed {
  try {
    return {records: [parseTolerantJson(text)], problems: []};
  } catch (error) {
    const lines = parseLines(text);
    if (lines) return lines;
    throw error;
  }
}

/** JSON Lines: the first line must be a whole object and another line must follow; a bad line is dropped and listed. */
function parseLines(text: string): Parsed | null {
  const end = text.indexOf("\n");
  if (end < 0 || end === text.length - 1) return null;
  const records: unknown[] = [];
  const problems: string[] = [];
  let left = JSON_LIMITS.values;
  let number = 0;
  for (let at = 0; at < text.length;) {
    const stop = text.indexOf("\n", at);
    const line = text.slice(at, stop < 0 ? text.length : stop).trim();
    at = stop < 0 ? text.length : stop + 1;
    number++;
    if (line === "") continue;
    try {
      // A line's values are bounded by its characters: cheaper than counting them all again.
      records.push(parseTolerantJson(line, {depth: JSON_LIMITS.depth, values: left}));
      left -= Math.min(left, (line.match(/[,[{]/g)?.length ?? 0) + 1);
    } catch (error) {
      if (number === 1) return null;
      if (problems.length < 20) problems.push(`line ${number} was left out: ${(error as Error).message}`);
    }
    if (left === 0 || records.length >= MAX_RECORDS) {
      const why = left === 0 ? `${JSON_LIMITS.values} values` : `${MAX_RECORDS} records`;
      if (at < text.length) problems.push(`lines after ${number} were left out: more than ${why}`);
      break;
    }
  }
  return {records, problems};
}
