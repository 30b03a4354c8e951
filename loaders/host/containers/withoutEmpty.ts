/**
 * A JSON value without its empty parts (null, [], {}), at every depth. An engine that restarts writes `[]` where it wrote
 * `null` before, and means the same: an identity must not differ by that.
 */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => withoutEmpty(item) ?? null);
  if (value === null || typeof value !== "object") return value ?? undefined;
  const kept = Object.entries(value)
    .map(([key, inner]) => [key, withoutEmpty(inner)] as const)
    .filter(([, inner]) => inner !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
