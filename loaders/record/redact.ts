import type {WireFrame} from "../../src/schema/wire.js";

/** What stands where a secret stood. */
export const REDACTED = "[redacted]";

/** What a match becomes, given the whole and its first two groups. */
type Rule = [pattern: RegExp, replacement: (whole: string, first: string, second: string) => string];

const gone = () => REDACTED;
const afterFirst = (_: string, first: string) => `${first}${REDACTED}`;

/** Basic credentials are base64 of `user:password` (RFC 7617); the next word of a sentence is not. */
function isBasic(word: string): boolean {
  const said = Buffer.from(word, "base64").toString("latin1");
  return said.includes(":") && !/[\u0000-\u001f\u007f]/.test(said);
}

/** A long word that no sentence holds: with a digit, or a capital after a small letter. */
const isToken = (word: string) => word.length >= 16 && /\d|[a-z][A-Z]/.test(word);

/** Texts that are keys by their own look: common prefixes, bearer tokens, JSON web tokens, private keys, URL passwords. */
const KEYS: Rule[] = [
  [/\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,200}/g, gone],
  [/\bhf_[A-Za-z0-9]{16,200}/g, gone],
  [/\bnvapi-[A-Za-z0-9_-]{16,200}/g, gone],
  [/\bgh[oprsu]_[A-Za-z0-9]{20,255}|\bgithub_pat_[A-Za-z0-9_]{20,255}/g, gone],
  [/\bAKIA[A-Z0-9]{16}\b/g, gone],
  [/\bAIza[A-Za-z0-9_-]{30,60}/g, gone],
  [/\bxox[abprs]-[A-Za-z0-9-]{10,200}/g, gone],
  [/\beyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,4000}/g, gone],
  // "basic training" and "the bearer of news" are sentences.
  [
    /\b(Basic\s{1,4})([A-Za-z0-9+/_-]{3,4000}={0,2})/gi,
    (whole, before, word) => (isBasic(word) ? `${before}${REDACTED}` : whole)
  ],
  [
    /\b(Bearer\s{1,4})([A-Za-z0-9._~+/=-]{16,4000})/gi,
    (whole, before, word) => (isToken(word) ? `${before}${REDACTED}` : whole)
  ],
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"'<>:]{0,200}:[^\s/@"'<>]{1,200}@/gi, (_, before) => `${before}${REDACTED}@`],
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g, gone]
];

const SECRET_NAME =
  "(?:api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?secret|secret[_-]?key|secret|passw(?:or)?d|(?:auth|access|hf|hub|bearer)[_-]?token|admin[_-]?key|authorization)";

/** Texts that are keys by the name before them; too common in answers about code to be taken out of those. */
const NAMED: Rule[] = [
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"'<>:]{1,200}@/gi, (_, before) => `${before}${REDACTED}@`],
  // The scheme goes with its value: a header's value is never half a secret.
  [
    /(authorization["']?\s{0,4}[=:]\s{0,4}["']?)(?!\[redacted\])(?:[a-z][a-z0-9-]{1,20}\s{1,4})?[^\s"',;}]{1,4000}/gi,
    afterFirst
  ],
  [
    new RegExp(`(${SECRET_NAME}["']?\\s{0,4}[=:]\\s{0,4}["']?)(?!\\[redacted\\])[^\\s"',;&}]{4,4000}`, "gi"),
    afterFirst
  ],
  [new RegExp(`(--[a-z-]{0,40}${SECRET_NAME}\\s{1,4})(?!\\[redacted\\])[^\\s"']{4,4000}`, "gi"), afterFirst]
];

/** Names of variables, flags and JSON fields whose values are secret. */
const SECRET_FIELD = new RegExp(`(?:^|[^a-z])${SECRET_NAME}$`, "i");

export interface Redactor {
  /** A text with every known secret and everything key-like taken out. */
  text(text: string): string;
  /** The same for every string inside a JSON value. */
  value(value: unknown): unknown;
  /** A JSON value of the record: known secrets and keys by their look go from every string. */
  record(value: unknown): unknown;
  /** A wire frame: known secrets and keys by their look go, and headers that are not on the list. */
  frame(frame: WireFrame): WireFrame;
  /** A log, line by line. */
  log(text: string): string;
  /** Whether a text holds a secret of this run. */
  holdsKnown(text: string): boolean;
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

/** What people give a server that asks for no key: ordinary words, whose loss would only harm the record. */
const PLACEHOLDER = /^(?:empty|none|null|dummy|token|test|fake|anything|not-needed|no-key|true|false)$/i;

/** All the ways a secret is written: as it is, in a URL, inside JSON, in base64. Longest first. */
function formsOf(secrets: Iterable<string>): string[] {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < 4 || PLACEHOLDER.test(secret)) continue;
    forms.add(secret);
    forms.add(encodeURIComponent(secret));
    forms.add(JSON.stringify(secret).slice(1, -1));
    forms.add(Buffer.from(secret).toString("base64"));
  }
  return [...forms].sort((a, b) => b.length - a.length);
}

/** Applies a change to every string inside a JSON value, keys included. `byName`: a field of a secret's name loses its text whole. */
function deep(given: unknown, change: (text: string) => string, byName: boolean): unknown {
  if (typeof given === "string") return change(given);
  if (Array.isArray(given)) return given.map((inner) => deep(inner, change, byName));
  if (typeof given !== "object" || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, inner]) => [
      change(key),
      byName && typeof inner === "string" && inner !== "" && SECRET_FIELD.test(key)
        ? REDACTED
        : deep(inner, change, byName)
    ])
  );
}

/**
 * Takes secrets out of what is recorded. `secrets`: values of this run that are known to be secret; those under 4
 * characters are left, since they would tear ordinary words apart.
 */
export function makeRedactor(secrets: Iterable<string>): Redactor {
  const known = formsOf(secrets);
  const apply = (patterns: Rule[]) => (given: string) =>
    patterns.reduce(
      (clean, [pattern, replacement]) => clean.replace(pattern, replacement),
      known.reduce((clean, form) => clean.replaceAll(form, REDACTED), given)
    );
  const text = apply([...KEYS, ...NAMED]);
  const answer = apply(KEYS);
  return {
    text,
    value: (given) => deep(given, text, true),
    record: (given) => deep(given, answer, false),
    frame([id, t, payload]) {
      if (typeof payload === "string") return [id, t, answer(payload)];
      if ("b64" in payload) return [id, t, payload];
      if ("status" in payload) return [id, t, {...payload, headers: redactHeaders(payload.headers, answer)}];
      if ("request" in payload) {
        const {body, ...request} = payload.request;
        return [id, t, {...payload, request: {...request, body: deep(body, answer, false)}}];
      }
      return [id, t, payload.error === undefined ? payload : {...payload, error: answer(payload.error)}];
    },
    // A private key stretches over lines; a name and its value do not.
    log: (given) => answer(given).split("\n").map(text).join("\n"),
    holdsKnown: (given) => known.some((form) => given.includes(form))
  };
}

/** A redactor that knows no secret of this run; key-like texts still go. */
export const plainRedactor: Redactor = makeRedactor([]);
