import type {WireFrame} from "../../src/schema/wire.js";

/** What stands where a secret stood. */
export const REDACTED = "[redacted]";

/** Texts that are keys by their own look: common prefixes, bearer tokens, JSON web tokens, private keys, URL passwords. */
const KEYS: [pattern: RegExp, replacement: string][] = [
  [/\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}/g, REDACTED],
  [/\bhf_[A-Za-z0-9]{16,}/g, REDACTED],
  [/\bnvapi-[A-Za-z0-9_-]{16,}/g, REDACTED],
  [/\bgh[oprsu]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}/g, REDACTED],
  [/\bAKIA[A-Z0-9]{16}\b/g, REDACTED],
  [/\bxox[abprs]-[A-Za-z0-9-]{10,}/g, REDACTED],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g, REDACTED],
  [/\b(Bearer|Basic)(\s+)[A-Za-z0-9._~+/=-]{6,}/gi, `$1$2${REDACTED}`],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"'<>]+@/gi, `$1${REDACTED}@`],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, REDACTED]
];

/** Texts that are keys by the name before them; too common in answers about code to be taken out of those. */
const NAMED: typeof KEYS = [
  [
    /((?:api[_-]?key|access[_-]?key|secret|password|passwd|auth[_-]?token|access[_-]?token|admin[_-]?key)["']?\s*[=:]\s*["']?)(?!\[redacted\])[^\s"',;&}]{4,}/gi,
    `$1${REDACTED}`
  ]
];

export interface Redactor {
  /** A text with every known secret and everything key-like taken out. */
  text(text: string): string;
  /** The same for every string inside a JSON value. */
  value(value: unknown): unknown;
  /** A wire frame: known secrets and keys by their look go, and headers that are not on the list. */
  frame(frame: WireFrame): WireFrame;
  /** A log, line by line. */
  log(text: string): string;
}

/** Headers of a response that may be kept by value; of others only the name is. */
const HEADERS = new Set([
  "content-type",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "date",
  "server",
  "retry-after",
  "x-request-id",
  "x-process-time",
  "openai-processing-ms"
]);

/** Header values by allow-list: what is not on it becomes `[redacted]`. Names are lower-cased. */
export function redactHeaders(headers: Record<string, string>, text: (t: string) => string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const key = name.toLowerCase();
      return [key, HEADERS.has(key) ? text(value) : REDACTED];
    })
  );
}

/** All the ways a secret is written: as it is, in a URL, inside JSON, in base64. Longest first. */
function formsOf(secrets: Iterable<string>): string[] {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < 4) continue;
    forms.add(secret);
    forms.add(encodeURIComponent(secret));
    forms.add(JSON.stringify(secret).slice(1, -1));
    forms.add(Buffer.from(secret).toString("base64"));
  }
  return [...forms].sort((a, b) => b.length - a.length);
}

/** Applies a change to every string inside a JSON value, keys included. */
function deep(given: unknown, change: (text: string) => string): unknown {
  if (typeof given === "string") return change(given);
  if (Array.isArray(given)) return given.map((inner) => deep(inner, change));
  if (typeof given !== "object" || given === null) return given;
  return Object.fromEntries(Object.entries(given).map(([key, inner]) => [change(key), deep(inner, change)]));
}

/**
 * Takes secrets out of what is recorded. `secrets`: values of this run that are known to be secret; those under 4
 * characters are left, since they would tear ordinary words apart.
 */
export function makeRedactor(secrets: Iterable<string>): Redactor {
  const known = formsOf(secrets);
  const apply = (patterns: typeof KEYS) => (given: string) =>
    patterns.reduce(
      (clean, [pattern, replacement]) => clean.replace(pattern, replacement),
      known.reduce((clean, form) => clean.replaceAll(form, REDACTED), given)
    );
  const text = apply([...KEYS, ...NAMED]);
  const answer = apply(KEYS);
  return {
    text,
    value: (given) => deep(given, text),
    frame([id, t, payload]) {
      if (typeof payload === "string") return [id, t, answer(payload)];
      if ("b64" in payload) return [id, t, payload];
      if ("status" in payload) return [id, t, {...payload, headers: redactHeaders(payload.headers, answer)}];
      if ("request" in payload) {
        const {body, ...request} = payload.request;
        return [id, t, {...payload, request: {...request, body: deep(body, answer)}}];
      }
      return [id, t, payload.error === undefined ? payload : {...payload, error: answer(payload.error)}];
    },
    log: (given) => given.split("\n").map(text).join("\n")
  };
}

/** A redactor that knows no secret of this run; key-like texts still go. */
export const plainRedactor: Redactor = makeRedactor([]);
