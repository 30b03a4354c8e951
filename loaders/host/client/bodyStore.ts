/** A body as it came: its bytes, and for each socket read its time and the place in the body where it ended. */
export interface StampedBody {
  body: Uint8Array;
  readNs: BigUint64Array;
  readEnds: Uint32Array;
}

export interface BodyStore {
  /** Takes the next piece; pieces with the same time came in one read. Returns how many reads there are. */
  keep(ns: bigint, piece: Buffer): number;
  /** All that was kept, in a buffer of its own. */
  reads(): StampedBody;
}

const FIRST_BYTES = 16 * 1024;
const GROWTH = 4;
/** Buffers of earlier bodies. */
const spare: Buffer[] = [];
const MOST_SPARE = 16;

/** Takes buffers that earlier bodies were kept in, for later ones. */
export function keepSpare(buffers: readonly ArrayBuffer[]): void {
  for (const buffer of buffers) if (spare.length < MOST_SPARE) spare.push(Buffer.from(buffer));
}

/**
 * Keeps a body while it streams. A read may hold hundreds of pieces (one for each HTTP chunk): each is copied at once into one
 * growing buffer, so that nothing is held for it.
 */
export function bodyStore(): BodyStore {
  let store = spare.pop() ?? Buffer.allocUnsafeSlow(FIRST_BYTES);
  let length = 0;
  const times: bigint[] = [];
  const ends: number[] = [];
  return {
    keep(ns, piece) {
      if (length + piece.length > store.length) {
        const larger = Buffer.allocUnsafeSlow(GROWTH * (length + piece.length));
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
    reads: () => ({
      body: store.subarray(0, length),
      readNs: BigUint64Array.from(times),
      readEnds: Uint32Array.from(ends)
    })
  };
}
