/** Seeded randomness: FNV-1a hashes and the mulberry32 generator. Same seed, same run. */

/** 32-bit FNV-1a of a text's UTF-16 units, continued from `basis`. */
export function hash32(text: string, basis = 0x811c9dc5): number {
  let hash = basis >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** A generator of numbers in [0, 1). */
export type Random = () => number;

/** mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of the items. Throws on an empty list. */
export function pick<T>(items: readonly T[], random: Random): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}

/** A number about 1: 1 plus or minus `share`, triangular. */
export function jitter(share: number, random: Random): number {
  return 1 + share * (random() + random() - 1);
}
