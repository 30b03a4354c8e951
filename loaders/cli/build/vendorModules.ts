import {cp, mkdir, readFile, readdir, rm} from "node:fs/promises";
import {existsSync} from "node:fs";
import {dirname, join} from "node:path";
import {build} from "esbuild";
import {vendorPlot} from "./vendorPlot.js";

/** The one module that pages load under its `npm:` name, since its WebAssembly and worker files go with it. */
const DUCKDB = "@duckdb/duckdb-wasm";
const DUCKDB_FILES = ["dist/duckdb-eh.wasm", "dist/duckdb-browser-eh.worker.js"];

/**
 * Readies Framework's cache so that a build asks no network: drops what loaders printed last time (a build would reuse it),
 * bundles DuckDB and Plot from node_modules, and answers the libraries that Framework's own standard library names with empty
 * folders: it wants a version of each, used or not, and a page that did use one would fail the build by its name.
 */
export async function vendorModules(project: string): Promise<void> {
  const cache = join(project, "src", ".observablehq", "cache");
  await mkdir(cache, {recursive: true});
  for (const name of await readdir(cache))
    if (!/^_(npm|node)$/.test(name)) await rm(join(cache, name), {recursive: true, force: true});
  const modules = join(project, "node_modules");
  await vendorDuckdb(modules, join(cache, "_npm"));
  await vendorPlot(project);
  for (const name of await namedByFramework(modules))
    if (name !== DUCKDB) await mkdir(join(cache, "_npm", `${name}@0.0.0-not-vendored`), {recursive: true});
}

async function vendorDuckdb(modules: string, npm: string): Promise<void> {
  const {version} = JSON.parse(await readFile(join(modules, DUCKDB, "package.json"), "utf8")) as {version: string};
  const out = join(npm, `${DUCKDB}@${version}`);
  if (existsSync(join(out, "_esm.js"))) return;
  for (const file of DUCKDB_FILES) {
    await mkdir(dirname(join(out, file)), {recursive: true});
    await cp(join(modules, DUCKDB, file), join(out, file));
  }
  // Last, since its presence says that the folder is whole.
  await build({
    entryPoints: [join(modules, DUCKDB, "dist/duckdb-browser.mjs")],
    outfile: join(out, "_esm.js"),
    bundle: true,
    format: "esm",
    platform: "browser",
    target: ["es2022"],
    minify: true,
    legalComments: "none",
    define: {"process.env.NODE_ENV": '"production"'},
    logLevel: "error"
  });
}

async function namedByFramework(modules: string): Promise<Set<string>> {
  const client = join(modules, "@observablehq", "framework", "dist", "client");
  const names = new Set<string>();
  for (const file of await readdir(client, {recursive: true})) {
    if (!file.endsWith(".js")) continue;
    const text = await readFile(join(client, file), "utf8");
    for (const [, name] of text.matchAll(/["'`]npm:((?:@[^/"'`]+\/)?[^/"'`]+)/g))
      if (name !== undefined) names.add(name);
  }
  return names;
}
