/**
 * Holm's step-down adjusted p values, in the order given (Holm 1979). Null stays null but is counted in the family:
 * a declared comparison that could not be made does not make the others easier.
 */
export function holm(p: readonly (number | null)[]): (number | null)[] {
  const order = p.flatMap((value, index) => (value === null ? [] : [{value, index}])).sort((a, b) => a.value - b.value);
  const adjusted: (number | null)[] = p.map(() => null);
  let floor = 0;
  order.forEach(({value, index}, rank) => {
    floor = Math.max(floor, Math.min(1, (p.length - rank) * value));
    adjusted[index] = floor;
  });
  return adjusted;
}
