/** HTML that this code wrote; every other value is text. */
export class Html {
  constructor(readonly source: string) {}
}

export type Content = Html | string | number | null | undefined | Content[];

/** Characters that mean nothing to HTML, Markdown or Framework's `${}`. */
const PLAIN = /[^\p{L}\p{N} ,.;:%()/=+\-\u2009\u2013\u2212\u00d7]/gu;

const HARMLESS = /^[A-Za-z0-9 ,.;:%()/=+-]*$/;

/**
 * Text that stays text inside a page loader's Markdown: everything with a meaning to HTML, Markdown or Framework
 * becomes a character reference; control characters (terminal escapes) become their visible pictures.
 */
export function escapeText(text: string): string {
  // Most texts are names and numbers: one look at them is enough.
  if (HARMLESS.test(text)) return text;
  return text.replace(PLAIN, (character) => {
    const code = character.codePointAt(0) ?? 0xfffd;
    if (character === "\n") return "&#10;";
    if (character === "\t") return "&#9;";
    if (code < 0x20) return `&#${0x2400 + code};`;
    if (code === 0x7f) return "&#9249;";
    if ((code >= 0x80 && code <= 0x9f) || (code >= 0xd800 && code <= 0xdfff) || isBidi(code)) return "&#65533;";
    return `&#${code};`;
  });
}

/** Direction overrides make text read other than it is. */
const isBidi = (code: number) => (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);

function render(content: Content): string {
  if (content === null || content === undefined) return "";
  if (content instanceof Html) return content.source;
  if (Array.isArray(content)) return content.map(render).join("");
  return escapeText(String(content));
}

/** A template's own text without the line breaks of the source, once a template. */
const parts = new WeakMap<TemplateStringsArray, string[]>();

function partsOf(strings: TemplateStringsArray): string[] {
  const known = parts.get(strings) ?? strings.map((part) => part.replace(/\s*\n\s*/g, "\n"));
  parts.set(strings, known);
  return known;
}

/** Template tag: what is written in the template is HTML, what is put in is text (unless it is `Html`). No blank line comes out, so Markdown leaves the block alone. */
export function html(strings: TemplateStringsArray, ...values: Content[]): Html {
  let out = "";
  partsOf(strings).forEach((part, i) => {
    out += part + (i < values.length ? render(values[i]) : "");
  });
  const block = out.trim();
  return new Html(block.includes("\n\n") ? block.replace(/\n+/g, "\n") : block);
}
