import {createHash} from "node:crypto";

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * Makes a built page strict: a Content-Security-Policy that names its own inline scripts by hash and no other host, the
 * language of the page, and a viewport that a reader may zoom. Throws when the page has no head.
 */
export function hardenPage(html: string): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, code]) =>
      `'sha256-${createHash("sha256")
        .update(code ?? "", "utf8")
        .digest("base64")}'`
  );
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval' ${[...new Set(hashes)].sort().join(" ")}`.trim(),
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'none'"
  ].join("; ");
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const hardened = html
    .replace("<html>", '<html lang="en">')
    .replace(/<meta name="viewport"[^>]*>/, '<meta name="viewport" content="width=device-width, initial-scale=1">')
    .replace(
      /<head>\s*<meta charset="utf-8">/,
      (head) => `${head}\n${meta}\n<meta name="referrer" content="no-referrer">`
    );
  if (!hardened.includes(meta)) throw new Error("the page has no head to put a Content-Security-Policy in");
  return hardened;
}
