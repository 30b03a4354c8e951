/** The first JSON object in a text, fenced or bare; null when none parses. */
export function jsonIn(text: string): Record<string, unknown> | null {
  for (let from = text.indexOf("{"); from >= 0; from = text.indexOf("{", from + 1)) {
    const end = closingBrace(text, from);
    if (end < 0) continue;
    try {
      return JSON.parse(text.slice(from, end + 1)) as Record<string, unknown>;
    } catch {
      // Another brace may open the object that was meant.
    }
  }
  return null;
}

function closingBrace(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = from; i < text.length; i += 1) {
    const c = text[i];
    if (quoted) {
      if (c === "\\") i += 1;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === "{") depth += 1;
    else if (c === "}" && --depth === 0) return i;
  }
  return -1;
}
