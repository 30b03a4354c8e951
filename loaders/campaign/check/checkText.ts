import type {CheckItem, CheckResult} from "./checkResult.js";

const line = (mark: string, {where, message, next}: CheckItem) =>
  `${mark} ${where}: ${message}${next === null ? "" : `\n    next: ${next}`}`;

/** A check's result as lines for a person: problems first, then notes. */
export function checkText({problems, notes}: CheckResult): string {
  const verdict =
    problems.length === 0
      ? "Nothing speaks against this campaign. Nothing was touched."
      : `${problems.length === 1 ? "One problem keeps" : `${problems.length} problems keep`} this campaign from starting. Nothing was touched.`;
  return [verdict, ...problems.map((p) => line("problem", p)), ...notes.map((n) => line("note   ", n)), ""].join("\n");
}
