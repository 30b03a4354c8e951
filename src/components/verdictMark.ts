/** Shape and word of a state: colour alone never says anything. */
export interface Mark {
  word: string;
  /** CSS class: pass, fail, caution, idle or info. */
  tone: "pass" | "fail" | "caution" | "idle" | "info";
  /** SVG path in a 12 by 12 box. */
  path: string;
}

const CIRCLE = "M6 1a5 5 0 1 0 0 10a5 5 0 1 0 0-10Z";
const RING = "M6 1a5 5 0 1 0 0 10a5 5 0 1 0 0-10ZM6 2.6a3.4 3.4 0 1 1 0 6.8a3.4 3.4 0 1 1 0-6.8Z";
const CROSS = "M2.6 1 6 4.4 9.4 1 11 2.6 7.6 6 11 9.4 9.4 11 6 7.6 2.6 11 1 9.4 4.4 6 1 2.6Z";
const TRIANGLE = "M6 .8 11.6 11H.4Z";
const SQUARE = "M1.5 1.5h9v9h-9Z";

const MARKS: Record<string, Mark> = {
  pass: {word: "pass", tone: "pass", path: CIRCLE},
  fail: {word: "fail", tone: "fail", path: CROSS},
  inconclusive: {word: "inconclusive", tone: "caution", path: TRIANGLE},
  "not-run": {word: "not run", tone: "idle", path: RING},
  verified: {word: "verified", tone: "pass", path: CIRCLE},
  "policy-infeasible": {word: "policy infeasible", tone: "caution", path: TRIANGLE},
  failed: {word: "failed", tone: "fail", path: CROSS},
  incomplete: {word: "incomplete", tone: "idle", path: RING},
  invalidates: {word: "invalidates", tone: "fail", path: CROSS},
  weakens: {word: "weakens", tone: "caution", path: TRIANGLE},
  note: {word: "note", tone: "info", path: SQUARE}
};

/** The mark of a verdict, a profile's outcome or a finding's severity; an unknown word keeps itself and a hollow circle. */
export function verdictMark(state: string): Mark {
  return MARKS[state] ?? {word: state, tone: "idle", path: RING};
}
