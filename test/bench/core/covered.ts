export interface Span {
  from: number;
  to: number;
}

/** How much time lies in at least one of the spans. */
export function covered(spans: readonly Span[]): number {
  const sorted = [...spans].sort((a, b) => a.from - b.from);
  let total = 0;
  let end = -Infinity;
  for (const {from, to} of sorted) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return total;
}
