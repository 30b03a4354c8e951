/** One deterministic coding task. `checks` is JavaScript that throws when the answer is wrong; it runs after the answer. */
export interface CodingTask {
  task: string;
  form: "code" | "diff";
  prompt: string;
  /** The file that a diff changes; absent for code. */
  file?: {name: string; text: string};
  checks: string;
}

const CODE_RULES =
  "Answer with one JavaScript code block that defines exactly this function and whatever it needs, with no imports, no output and no example calls.";

const LEDGER = `/** Adds up the entries of a ledger by account; amounts are whole cents. */
function balances(entries) {
  const totals = {};
  for (let i = 1; i < entries.length; i++) {
    const entry = entries[i];
    totals[entry.account] = totals[entry.account] + entry.cents;
  }
  return totals;
}
`;

/** The five tasks, each asked three times at temperature 0. */
export const CODING_TASKS: CodingTask[] = [
  {
    task: "merge-intervals",
    form: "code",
    prompt: `Write a JavaScript function mergeIntervals(intervals). It takes an array of [start, end] pairs of integers with start <= end, in any order, and returns a new array in which overlapping or touching pairs ([1,3] and [3,5] touch) are merged, sorted by start. It must not change its argument. ${CODE_RULES}`,
    checks: `
      equal(mergeIntervals([]), []);
      equal(mergeIntervals([[5,7],[1,3],[3,5]]), [[1,7]]);
      equal(mergeIntervals([[1,10],[2,3],[12,13]]), [[1,10],[12,13]]);
      equal(mergeIntervals([[-3,-1],[0,2],[10,11],[1,4]]), [[-3,-1],[0,4],[10,11]]);
      const given = [[2,3],[1,2]]; mergeIntervals(given); equal(given, [[2,3],[1,2]]);`
  },
  {
    task: "parse-duration",
    form: "code",
    prompt: `Write a JavaScript function parseDuration(text). It takes a string such as "1h30m", "45s", "2d" or "1h 5m 10s" and returns the number of seconds. Units are d, h, m and s; each appears at most once and in that order; spaces between parts are allowed. It returns null for anything else, including the empty string. ${CODE_RULES}`,
    checks: `
      equal(parseDuration("1h30m"), 5400);
      equal(parseDuration("45s"), 45);
      equal(parseDuration("2d"), 172800);
      equal(parseDuration("1h 5m 10s"), 3910);
      equal(parseDuration(""), null);
      equal(parseDuration("5m1h"), null);
      equal(parseDuration("10"), null);
      equal(parseDuration("1h1h"), null);`
  },
  {
    task: "build-order",
    form: "code",
    prompt: `Write a JavaScript function buildOrder(dependencies). It takes an object whose keys are task names and whose values are arrays of names that must come before that task; every name that appears in an array may or may not be a key itself. It returns an array of all names in an order that respects the dependencies, and where several names are possible next it always takes the alphabetically smallest. If there is a cycle it returns null. ${CODE_RULES}`,
    checks: `
      equal(buildOrder({}), []);
      equal(buildOrder({b: ["a"], c: ["b"]}), ["a", "b", "c"]);
      equal(buildOrder({d: ["b", "c"], b: ["a"], c: ["a"]}), ["a", "b", "c", "d"]);
      equal(buildOrder({z: [], y: ["z"], a: ["y"], m: []}), ["m", "z", "y", "a"]);
      equal(buildOrder({a: ["b"], b: ["a"]}), null);
      equal(buildOrder({a: ["a"]}), null);`
  },
  {
    task: "roman-numerals",
    form: "code",
    prompt: `Write a JavaScript function toRoman(n). It returns the Roman numeral of an integer from 1 to 3999 in the usual subtractive form (4 is IV, 1994 is MCMXCIV), and null for any other argument, including numbers that are not integers. ${CODE_RULES}`,
    checks: `
      equal([1, 4, 9, 14, 40, 90, 400].map(toRoman), ["I", "IV", "IX", "XIV", "XL", "XC", "CD"]);
      equal(toRoman(1994), "MCMXCIV");
      equal(toRoman(3999), "MMMCMXCIX");
      equal([0, 4000, 1.5, -1, "7", NaN].map((n) => toRoman(n)), [null, null, null, null, null, null]);`
  },
  {
    task: "ledger-diff",
    form: "diff",
    prompt: `The file ledger.js has two defects: it skips the first entry, and the first amount of an account becomes NaN.\n\n--- ledger.js ---\n${LEDGER}--- end ---\n\nAnswer with one unified diff in a code block (with --- a/ledger.js, +++ b/ledger.js and @@ lines) that corrects both defects and changes nothing else.`,
    file: {name: "ledger.js", text: LEDGER},
    checks: `
      equal(balances([]), {});
      equal(balances([{account: "x", cents: 5}]), {x: 5});
      equal(balances([{account: "x", cents: 5}, {account: "y", cents: -2}, {account: "x", cents: 7}]), {x: 12, y: -2});`
  }
];
