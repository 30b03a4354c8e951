import {cp, mkdir} from "node:fs/promises";
import {createRequire} from "node:module";
import {basename, join} from "node:path";

const {resolve} = createRequire(import.meta.url);

/** The report's two families, latin only: the text's weights in one variable file, the monospace in one weight. */
const FONTS = [
  {
    family: "Source Sans 3",
    weight: "200 900",
    file: resolve("@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2")
  },
  {
    family: "Source Code Pro",
    weight: "400",
    file: resolve("@fontsource/source-code-pro/files/source-code-pro-latin-400-normal.woff2")
  }
];
const FOLDER = "_fonts";

/** Latin without the thin space: theirs is too thin to part the thousands of small figures, the system's is not. */
const RANGE =
  "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2010-206F,U+20AC,U+2122,U+2191,U+2193,U+2212";

/** Puts the font files into a built site. Framework's own bundler has no loader for them. */
export async function copyFonts(site: string): Promise<void> {
  await mkdir(join(site, FOLDER), {recursive: true});
  for (const {file} of FONTS) await cp(file, join(site, FOLDER, basename(file)));
}

/** The style that names them, for a page that reaches the site's top by `up` (`./` or `../`). */
export function fontFaces(up: string): string {
  const faces = FONTS.map(
    ({family, weight, file}) =>
      `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;unicode-range:${RANGE};src:url(${up}${FOLDER}/${basename(file)}) format("woff2")}`
  );
  return `<style>${faces.join("")}</style>`;
}
