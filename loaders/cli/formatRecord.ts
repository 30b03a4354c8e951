import type {FlatRecord} from "../../src/metrics/wire/flatRecord.js";

const shown = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
// What a model or server wrote must not steer the reader's terminal.
const tame = (text: string) =>
  text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`);

/** A derived record for a person: one field a line, null where nobody measured it. */
export function formatRecord(record: FlatRecord): string {
  const width = Math.max(...Object.keys(record).map((key) => key.length));
  return Object.entries(record)
    .map(([key, value]) => `${key.padEnd(width)}  ${tame(shown(value)).slice(0, 400)}\n`)
    .join("");
}
