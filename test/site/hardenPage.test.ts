import {createHash} from "node:crypto";
import {describe, expect, it} from "vitest";
import {hardenPage} from "../../loaders/cli/build/hardenPage.js";

const page = (script: string) =>
  `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1, maximum-scale=1">\n<script type="module">${script}</script>\n</head>\n<body></body></html>`;

describe("hardenPage", () => {
  it("names each inline script by the hash of its bytes, and no other host", () => {
    const hash = createHash("sha256").update("\nlet a = 1;\n").digest("base64");
    const policy =
      /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(hardenPage(page("\nlet a = 1;\n")))?.[1] ?? "";
    expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/https?:|'unsafe-eval'|script-src[^;]*'unsafe-inline'/);
  });

  it("puts the policy before anything that it rules", () => {
    const hardened = hardenPage(page("1"));
    expect(hardened.indexOf("Content-Security-Policy")).toBeLessThan(hardened.indexOf("<script"));
  });

  it("leaves scripts of this origin without a hash", () => {
    const policy = hardenPage(page("1").replace("</head>", '<script src="./a.js"></script></head>'));
    expect(policy.match(/'sha256-/g)).toHaveLength(1);
  });

  it("says the language and lets a reader zoom", () => {
    const hardened = hardenPage(page("1"));
    expect(hardened).toContain('<html lang="en">');
    expect(hardened).not.toContain("maximum-scale");
  });

  it("refuses a page without a head", () => {
    expect(() => hardenPage("<p>no</p>")).toThrow(/no head/);
  });
});
