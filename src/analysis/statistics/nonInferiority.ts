/**
 * Whether a protected metric stayed within its allowed loss (design, 8.2): `holds` when the whole interval is on the
 * good side of the margin (lo >= 1 - loss; where lower is better hi <= 1 + loss), `worse` when all of it lies beyond,
 * else `cannot tell`, which does not pass. Null interval: cannot tell.
 */
export function nonInferiority(
  interval: {lo: number; hi: number} | null,
  loss: number,
  better: "higher" | "lower"
): "holds" | "worse" | "cannot tell" {
  if (!interval) return "cannot tell";
  if (better === "higher") return interval.lo >= 1 - loss ? "holds" : interval.hi < 1 - loss ? "worse" : "cannot tell";
  return interval.hi <= 1 + loss ? "holds" : interval.lo > 1 + loss ? "worse" : "cannot tell";
}
