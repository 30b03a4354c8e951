/**
 * The longest suffix of a text that repeats with a period of at most `maxPeriod` characters: its length and that period.
 * A suffix of length L has period p when every character equals the one p before it. {length: 0, period: 0} of no text.
 */
export function periodicSuffix(text: string, maxPeriod: number): {length: number; period: number} {
  let best = {length: 0, period: 0};
  for (let period = 1; period <= Math.min(maxPeriod, text.length - 1); period += 1) {
    let at = text.length - 1;
    while (at >= period && text.charCodeAt(at) === text.charCodeAt(at - period)) at -= 1;
    const matched = text.length - 1 - at;
    if (matched > 0 && matched + period > best.length) best = {length: matched + period, period};
  }
  return best;
}
