type Json = Record<string, unknown>;

/** A JSON object, and not an array or null. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const LONGEST = 2000;

/** The sentence of an error, out of the shapes that servers give it: a text, {message}, {error}, {detail}, or JSON as it is. */
export function messageOf(value: unknown): string {
  for (let depth = 0, at = value; depth < 4; depth += 1) {
    if (typeof at === "string" && at.trim() !== "") return at.slice(0, LONGEST);
    if (!isObject(at)) break;
    at = at.message ?? at.error ?? at.detail ?? at.msg;
  }
  return (JSON.stringify(value) ?? "unknown error").slice(0, LONGEST);
}

/** The message of a body: of its JSON where it is JSON, else its text. */
export function messageOfBody(text: string): string {
  try {
    return messageOf(JSON.parse(text));
  } catch {
    return text.trim().slice(0, LONGEST);
  }
}
