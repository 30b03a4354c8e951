import {minP} from "./minP.js";

/**
 * Smallest n for which n v n can reach significance in a family of `family` comparisons: 2 / C(2n, n) <= alpha / family
 * (Holm's first step). Family 1: 4; 2 to 6: 5; 7 to 23: 6. Source: design, section 8.2.
 */
export function needs(family: number, alpha = 0.05): number {
  const wanted = (alpha / Math.max(1, family)) * (1 + 1e-12);
  let n = 1;
  while ((minP(n, n) ?? 1) > wanted) n++;
  return n;
}
