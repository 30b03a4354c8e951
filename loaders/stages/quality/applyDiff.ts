/** Outcome of a unified diff on one file: the new text, or why it does not apply. */
export type DiffResult = {text: string} | {reason: string};

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * Applies a unified diff to a file's text. Context and removed lines must be there exactly (trailing white space aside);
 * line numbers may be off: the nearest place where the lines stand is taken, as patch(1) does.
 */
export function applyDiff(original: string, diff: string): DiffResult {
  const source = original.split("\n");
  const lines = diff.replace(/\r\n/g, "\n").split("\n");
  const output: string[] = [];
  let taken = 0;
  let hunks = 0;
  for (let i = 0; i < lines.length;) {
    const head = HUNK.exec(lines[i] ?? "");
    i += 1;
    if (!head) continue;
    hunks += 1;
    const before: string[] = [];
    const after: string[] = [];
    for (; i < lines.length && !HUNK.test(lines[i] ?? ""); i += 1) {
      const line = lines[i] ?? "";
      if (line.startsWith("-") && !line.startsWith("--- ")) before.push(line.slice(1));
      else if (line.startsWith("+") && !line.startsWith("+++ ")) after.push(line.slice(1));
      else if (line.startsWith(" ")) {
        before.push(line.slice(1));
        after.push(line.slice(1));
      } else if (line === "" && i < lines.length - 1) {
        before.push("");
        after.push("");
      } else if (!line.startsWith("\\")) break;
    }
    while (before.at(-1) === "" && after.at(-1) === "") {
      before.pop();
      after.pop();
    }
    const at = placeOf(source, before, taken, Number(head[1]) - 1);
    if (at < 0) return {reason: `hunk ${hunks} does not match the file`};
    output.push(...source.slice(taken, at), ...after);
    taken = at + before.length;
  }
  if (hunks === 0) return {reason: "there is no hunk (@@) in it"};
  return {text: [...output, ...source.slice(taken)].join("\n")};
}

function placeOf(source: readonly string[], lines: readonly string[], from: number, wanted: number): number {
  let best = -1;
  for (let at = from; at + lines.length <= source.length; at += 1) {
    const fits = lines.every((line, k) => source[at + k]?.trimEnd() === line.trimEnd());
    if (fits && (best < 0 || Math.abs(at - wanted) < Math.abs(best - wanted))) best = at;
  }
  return best;
}
