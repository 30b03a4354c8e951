/** Positions pushed apart until none is nearer than `gap` to the next; the order stays, the middle moves least. */
export function spread(positions: number[], gap: number): number[] {
  const order = positions.map((_, i) => i).sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  const out = [...positions];
  for (let round = 0; round < 50; round++) {
    let moved = false;
    for (let k = 1; k < order.length; k++) {
      const above = order[k - 1] ?? 0;
      const below = order[k] ?? 0;
      const short = gap - ((out[below] ?? 0) - (out[above] ?? 0));
      if (short <= 0.01) continue;
      out[above] = (out[above] ?? 0) - short / 2;
      out[below] = (out[below] ?? 0) + short / 2;
      moved = true;
    }
    if (!moved) break;
  }
  return out;
}
