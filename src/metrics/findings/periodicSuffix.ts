/**
 * The longest suffix of a text that repeats with a period of at most `maxPeriod` characters, among those that hold
 * `least` characters and three periods: its length and that period. {length: 0, period: 0} when there is none.
 * A suffix of length L has period p when every character equals the one p before it. A longer suffix with fewer than
 * three periods (two loops with something between them) does not hide a shorter one that has them.
 */
export function periodicSuffix(text: string, maxPeriod: number, least = 0): {length: number; period: number} {
  let best = {length: 0, period: 0};
  for (let period = 1; period <= Math.min(maxPeriod, text.length - 1); period += 1) {
    let at = text.length - 1;
    // Before the text's start charCodeAt is NaN, which equals nothing.
    while (text.charCodeAt(at) === text.charCodeAt(at - period)) at -= 1;
    const length = text.length - 1 - at + period;
    if (length >= Math.max(least, 3 * period) && length > best.length) best = {length, period};
  }
  return best;
}
