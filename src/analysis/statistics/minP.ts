import {choose} from "./binomial.js";

/**
 * Smallest two-sided p that an exact Mann-Whitney test of n against m values can give: 2 / C(n + m, n).
 * Null when an arm is empty. 3 v 3: 0.1; 4 v 4: 0.029; 5 v 5: 0.0079. Source: design, section 8.2.
 */
export function minP(n: number, m: number): number | null {
  return n < 1 || m < 1 ? null : Math.min(1, 2 / choose(n + m, n));
}
