import {randomBytes} from "node:crypto";

/** Clock and chance of the record; a test passes its own. */
export interface RecordEffects {
  now(): Date;
  /** Some hex digits that name a temporary file. */
  token(): string;
}

export const recordEffects: RecordEffects = {
  now: () => new Date(),
  token: () => randomBytes(6).toString("hex")
};
