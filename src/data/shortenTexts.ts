const LONGEST = 4000;
const HEAD = 1000;
const TAIL = 200;

/** A recorded value with texts above 4,000 characters shortened in the site's copy, saying so; the evidence keeps them whole. */
export function shortenTexts(value: unknown): unknown {
  if (typeof value === "string") return value.length <= LONGEST ? value : shortened(value);
  if (Array.isArray(value)) return value.map(shortenTexts);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortenTexts(inner)]));
  return value;
}

const shortened = (text: string) =>
  `${text.slice(0, HEAD)} [${text.length - HEAD - TAIL} characters left out here, whole in the evidence] ${text.slice(-TAIL)}`;
