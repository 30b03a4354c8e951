/** The value at a path such as `$.data[0].id` or `data.0.id`; undefined where the path leads nowhere. */
export function valueAt(json: unknown, path: string): unknown {
  const keys = path
    .replace(/^\$\.?/, "")
    .split(/[.[\]]+/)
    .filter((key) => key !== "");
  let here = json;
  for (const key of keys) {
    if (here === null || typeof here !== "object" || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}
