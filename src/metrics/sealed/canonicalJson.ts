import canonicalize from "canonicalize";

/** RFC 8785 form of a JSON value: the bytes that are hashed and signed. Throws TypeError for what JSON cannot hold. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("this value has no JSON form");
  return text;
}
