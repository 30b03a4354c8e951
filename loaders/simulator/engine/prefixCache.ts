/** A prefix cache by pages of 64 tokens: a page is known by the hash of all tokens up to its end. Least recently used goes first. */
import {hash32} from "../random.js";

export const pageTokens = 64;

/** The chained key of each full page. Two 32-bit hashes in one double, so that a chance collision is out of reach. */
export function pageKeys(ids: readonly number[], salt: string): number[] {
  const keys: number[] = [];
  let a = hash32(salt);
  let b = hash32(salt, 0x9e3779b9);
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] ?? 0;
    a = Math.imul(a ^ id, 0x01000193);
    b = Math.imul((b ^ id) + 0x7f4a7c15, 0x85ebca6b);
    b ^= b >>> 15;
    if ((i + 1) % pageTokens === 0) keys.push((a >>> 0) * 0x200000 + ((b >>> 0) & 0x1fffff));
  }
  return keys;
}

export class PrefixCache {
  readonly #pages = new Map<number, true>();
  constructor(public capacityTokens: number) {}

  get tokens(): number {
    return this.#pages.size * pageTokens;
  }

  /** Tokens of the prompt that are cached; the last token is always computed. */
  match(keys: readonly number[], promptTokens: number): number {
    let pages = 0;
    const limit = Math.floor((promptTokens - 1) / pageTokens);
    for (const key of keys) {
      if (pages >= limit || !this.#pages.has(key)) break;
      pages++;
    }
    return pages * pageTokens;
  }

  /** Keeps the pages of a computed prompt. From the last to the first: a chain loses its leaves before its root. */
  insert(keys: readonly number[]): void {
    for (let i = keys.length - 1; i >= 0; i--) this.#touch(keys[i] ?? 0);
    const limit = Math.floor(this.capacityTokens / pageTokens);
    for (const key of this.#pages.keys()) {
      if (this.#pages.size <= limit) break;
      this.#pages.delete(key);
    }
  }

  clear(): void {
    this.#pages.clear();
  }

  #touch(key: number): void {
    this.#pages.delete(key);
    this.#pages.set(key, true);
  }
}
