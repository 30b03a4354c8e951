/** Bytes of one socket read, with its time. */
export interface Read {
  ns: bigint;
  bytes: Buffer;
}

export interface BodyStore {
  /** Takes the next piece; pieces with the same time came in one read. Returns how many reads there are. */
  keep(ns: bigint, piece: Buffer): number;
  /** Each read's bytes, in order. */
  reads(): Read[];
  body(): Buffer;
}

const FIRST_BYTES = 16 * 1024;

/**
 * Keeps a body while it streams. A read may hold hundreds of pieces (one for each HTTP chunk): each is copied at once into one
 * growing buffer, so that nothing is held for it and nothing is joined again at the end.
 */
export function bodyStore(): BodyStore {
  let store = Buffer.allocUnsafe(FIRST_BYTES);
  let length = 0;
  const times: bigint[] = [];
  const ends: number[] = [];
  return {
    keep(ns, piece) {
      if (length + piece.length > store.length) {
        const larger = Buffer.allocUnsafe(2 * (length + piece.length));
        larger.set(store.subarray(0, length));
        store = larger;
      }
      store.set(piece, length);
      length += piece.length;
      if (times[times.length - 1] === ns) ends[ends.length - 1] = length;
      else {
        times.push(ns);
        ends.push(length);
      }
      return times.length;
    },
    reads: () => times.map((ns, i) => ({ns, bytes: store.subarray(ends[i - 1] ?? 0, ends[i])})),
    body: () => store.subarray(0, length)
  };
}
