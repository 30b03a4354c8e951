/** Every unit conversion of the importers. A value that is no measurement (not finite, negative) is null. */

/** A finite number that is at least 0, else null. */
export function measure(value: number | null | undefined): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

const scaled =
  (factor: (x: number) => number) =>
  (value: number | null | undefined): number | null => {
    const known = measure(value);
    return known === null ? null : measure(factor(known));
  };

/** Seconds to milliseconds, by moving the decimal point: 0.2493 s is 249.3 ms, not 249.29999999999998. */
export const secondsToMs = scaled((s) => {
  const digits = String(s);
  return digits.includes("e") ? s * 1000 : Number(`${digits}e3`);
});
/** Nanoseconds to milliseconds. */
export const nsToMs = scaled((ns) => ns / 1e6);
/** Milliseconds to seconds. */
export const msToSeconds = scaled((ms) => ms / 1000);
/** Nanoseconds to seconds. */
export const nsToSeconds = scaled((ns) => ns / 1e9);
/** Per minute to per second. */
export const perMinuteToPerSecond = scaled((x) => x / 60);

/** A whole number from 0 that a record can hold, else null. */
export function count(value: number | null | undefined): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/**
 * An instant as RFC 3339 in UTC with milliseconds; null where the text is none.
 * Accepts what the tools write: ISO 8601 (a time without zone counts as UTC), and vllm's YYYYMMDD-HHMMSS. A date alone is no instant.
 */
export function instant(text: string | null | undefined): string | null {
  if (typeof text !== "string" || text.length > 40) return null;
  const compact = /^(\d{4})(\d\d)(\d\d)[-T](\d\d)(\d\d)(\d\d)Z?$/.exec(text);
  const iso = compact ? `${compact.slice(1, 4).join("-")}T${compact.slice(4, 7).join(":")}Z` : text;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/.test(iso)) return null;
  return fromEpochMs(Date.parse(/T.*(Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`));
}

/** Unix seconds to an instant; null outside the years in which such a tool can have run. */
export function instantOfSeconds(seconds: number | null | undefined): string | null {
  return typeof seconds === "number" ? fromEpochMs(seconds * 1000) : null;
}

/** Unix milliseconds to an instant; null outside 2015 to 2100. */
export function fromEpochMs(ms: number): string | null {
  return ms >= Date.UTC(2015, 0, 1) && ms < Date.UTC(2100, 0, 1) ? new Date(ms).toISOString() : null;
}
