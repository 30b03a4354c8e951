import {basename, dirname} from "node:path";
import {build} from "esbuild";

/**
 * Bundles a test's program into one file, and the client's thread into another beside it: they start four times as fast as
 * their sources. Packages stay outside.
 */
export async function bundle(entry: string, program: string): Promise<void> {
  await build({
    entryPoints: {[basename(program, ".mjs")]: entry, startThread: "loaders/host/client/socketThread.ts"},
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outdir: dirname(program),
    outExtension: {".js": ".mjs"},
    logLevel: "error"
  });
}
