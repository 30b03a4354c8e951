/** Files that stand outside every manifest: they restate it, or come after it. */
export const SUMS_NAME = "SHA256SUMS";
export const AMENDMENTS_NAME = "amendments.jsonl";
export const AMENDMENTS_HEAD_NAME = "amendments.head.json";
export const OUTSIDE: ReadonlySet<string> = new Set([SUMS_NAME, AMENDMENTS_NAME, AMENDMENTS_HEAD_NAME]);

/** Name of the n-th manifest, from 1. */
export function manifestName(n: number): string {
  return n === 1 ? "manifest.json" : `manifest.${String(n).padStart(4, "0")}.json`;
}

/** Number of a manifest by its name; null of another file. */
export function manifestNumber(path: string): number | null {
  if (path === "manifest.json") return 1;
  const digits = /^manifest\.(\d{4,})\.json$/.exec(path)?.[1];
  const n = digits === undefined ? 0 : Number(digits);
  return n >= 2 && manifestName(n) === path ? n : null;
}
