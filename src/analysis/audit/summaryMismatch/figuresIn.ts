/** Quantities that a sentence of a decision summary may state and that evidence can give. */
export type Quantity =
  | "decode p50"
  | "prefill p50"
  | "aggregate output rate"
  | "percent change of decode p50"
  | "free MiB"
  | "reserve threshold"
  | "prompt tokens"
  | "passed of planned"
  | "checks passed"
  | "visible tokens"
  | "requests of a stage"
  | "context tokens"
  | "sample count"
  | "concurrency";

export interface Stated {
  quantity: Quantity;
  /** As printed. */
  said: string;
  /** Nominal prompt size that the sentence ties it to, in thousands of tokens; null: any point. */
  sizeK: number | null;
}

const N = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`;
const LIST = String.raw`${N}(?:(?:, and |, | and )${N})*`;
const SIZES = String.raw`${N}K(?:(?:, and |, | and )${N}K)*`;

interface Phrase {
  quantity: Quantity;
  /** The first group holds the numbers, the second the sizes they belong to. */
  words: RegExp;
  /** The whole sentence must hold this too. */
  within?: RegExp;
}

const PHRASES: Phrase[] = [
  {
    quantity: "decode p50",
    words: new RegExp(`decode p50 (?:\\w+ )?(${LIST}) tok/s(?: at (?:nominal )?(${SIZES}))?`, "gi")
  },
  {
    quantity: "prefill p50",
    words: new RegExp(`prefill p50 (?:\\w+ )?(${LIST}) tok/s(?: at (?:nominal )?(${SIZES}))?`, "gi")
  },
  {quantity: "aggregate output rate", words: new RegExp(`(${N}) aggregate output tok/s`, "gi")},
  {
    quantity: "percent change of decode p50",
    words: new RegExp(`(${N}) ?(?:percent|%) at (${N}K)`, "gi"),
    within: /decode p50/i
  },
  {quantity: "free MiB", words: new RegExp(`(${N}) MiB free`, "gi")},
  {quantity: "reserve threshold", words: new RegExp(`threshold (${N}) MiB`, "gi")},
  {quantity: "prompt tokens", words: new RegExp(`measured (${N}) prompt tokens`, "gi")},
  {quantity: "prompt tokens", words: new RegExp(`(${N})-token long tool prompt`, "gi")},
  {quantity: "passed of planned", words: new RegExp(`(${N}/${N}) `, "gi")},
  {quantity: "checks passed", words: new RegExp(`all (${N}) checks`, "gi")},
  {quantity: "visible tokens", words: new RegExp(`at (${N}) visible tokens`, "gi")},
  {quantity: "requests of a stage", words: new RegExp(`(${N})-request `, "gi")},
  {quantity: "requests of a stage", words: new RegExp(`^(${N}) deterministic .*attempts`, "gi")},
  {quantity: "context tokens", words: new RegExp(`\\b(\\d{5,7}(?:\\.\\d+)?) C\\d`, "gi")}
];

/** Numbers of a sentence whose meaning its own words make plain; all others are left alone. */
export function figuresIn(sentence: string): Stated[] {
  return PHRASES.flatMap(({quantity, words, within}) =>
    within && !within.test(sentence)
      ? []
      : [...sentence.matchAll(words)].flatMap((match) => {
          const said = quantity === "passed of planned" ? [match[1] ?? ""] : numbers(match[1] ?? "");
          const sizes = numbers(match[2] ?? "").map(Number);
          return said.map((figure, i): Stated => {
            const sizeK = sizes.length === said.length ? (sizes[i] ?? null) : null;
            return {quantity, said: figure, sizeK};
          });
        })
  );
}

const numbers = (text: string): string[] =>
  [...text.matchAll(new RegExp(N, "g"))].map(([figure]) => figure.replaceAll(",", ""));
