import {mkdir, readdir, readFile, writeFile} from "node:fs/promises";
import {dirname, join} from "node:path";
import {build} from "esbuild";

const PLOT = "@observablehq/plot";

/** Names that the report's components use of Plot: `Plot.line` is `line`. */
export function namesOfPlot(sources: string[]): string[] {
  const names = sources.flatMap((text) => [...text.matchAll(/\bPlot\.([a-z]\w*)/g)].map(([, name]) => name ?? ""));
  return [...new Set(names)].sort();
}

/**
 * Puts into Framework's cache a Plot of one file that holds what the report's components use, d3 included: 97 kB compressed
 * in one request, where Framework would ship Plot and d3 whole, 175 kB in forty. Written anew in every build, since the
 * components may use another mark.
 */
export async function vendorPlot(project: string): Promise<void> {
  const modules = join(project, "node_modules");
  const {version} = JSON.parse(await readFile(join(modules, PLOT, "package.json"), "utf8")) as {version: string};
  const components = join(project, "src", "components");
  const files = (await readdir(components, {recursive: true})).filter((name) => name.endsWith(".ts")).sort();
  const names = namesOfPlot(await Promise.all(files.map((name) => readFile(join(components, name), "utf8"))));
  const out = join(project, "src", ".observablehq", "cache", "_node", `${PLOT}@${version}`, "index.js");
  const {outputFiles} = await build({
    stdin: {contents: `export {${names.join(", ")}} from "${PLOT}";`, resolveDir: project},
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: ["es2022"],
    minify: true,
    legalComments: "none",
    banner: {js: `/* ${PLOT} ${version} and parts of d3. ISC licence, Copyright Observable, Inc. and Mike Bostock. */`},
    logLevel: "error"
  });
  await mkdir(dirname(out), {recursive: true});
  await writeFile(out, outputFiles[0]?.text ?? "");
}
