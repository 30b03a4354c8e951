/** Pascal's triangle in whole numbers: nothing in common with the code but the definition. */
export function pascal(n: number): bigint[] {
  let row = [1n];
  for (let i = 0; i < n; i += 1) row = [1n, ...row.slice(1).map((w, k) => w + (row[k] ?? 0n)), 1n];
  return row;
}

/** All ways to choose `n` of the places 0 .. size - 1. */
export function* choices(n: number, size: number, from = 0): Generator<number[]> {
  if (n === 0) yield [];
  else for (let i = from; i <= size - n; i += 1) for (const rest of choices(n - 1, size, i + 1)) yield [i, ...rest];
}

export const sum = (values: readonly number[]) => values.reduce((t, v) => t + v, 0);
