/** DuckDB's kinds of error, in plain words; the first match speaks. */
const WORDS: [RegExp, string][] = [
  [
    /permission error|external access|disabled (through|by) configuration|file system .* disabled|not allowed|Cannot (change|set) configuration|configuration has been locked/i,
    "This notebook cannot reach files, the network or extensions: it holds the report's tables and nothing else."
  ],
  [/extension/i, "This needs a DuckDB extension, and none is loaded here: the report works without a network."],
  [/parser error|syntax error/i, "DuckDB does not understand this SQL. The caret shows where it stopped reading."],
  [
    /catalog error.*(table|view)/i,
    "There is no table or view of this name. The list of tables has those that there are."
  ],
  [/catalog error/i, "There is no function or type of this name here."],
  [/binder error.*(column|referenced)/i, "A column of this name is not there, or is not in reach at this place."],
  [/binder error/i, "The names are known, but they do not fit together like this."],
  [/conversion error/i, "A value cannot be read as the type that is asked for."],
  [/out of memory/i, "The result is too large for this browser tab: add a LIMIT or aggregate."]
];

/** An error of DuckDB as a reader needs it: what it means, and DuckDB's own message with the place. */
export function explainError(error: unknown): {words: string; message: string} {
  const message = (error instanceof Error ? error.message : String(error)).trim();
  const words = WORDS.find(([pattern]) => pattern.test(message))?.[1] ?? "DuckDB refused this query.";
  return {words, message};
}
