#!/usr/bin/env node
// The one door, for `npm run` and for an installed `assay`. Plain JavaScript that an old Node can read, so that it can say so.
import {readFileSync} from "node:fs";

/** Loading the program takes more than 64 at once. */
const LEAST_FILES = 128;

/** How many files this process may open; many where the system does not say. */
function openFiles() {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}

const {engines} = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const [needMajor, needMinor] = /(\d+)\.(\d+)/.exec(engines.node).slice(1).map(Number);
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < needMajor || (major === needMajor && minor < needMinor)) {
  process.stderr.write(
    `Assay needs Node ${needMajor}.${needMinor} or newer; this is ${major}.${minor}.\n` +
      `  left as it was: everything; nothing was started\n` +
      `  next: install a newer Node (from nodejs.org, your distribution, or with nvm install ${needMajor}), then run npm ci again\n` +
      `  code: old-node\n`
  );
  process.exitCode = 2;
} else if (openFiles() < LEAST_FILES) {
  process.stderr.write(
    `This shell allows ${openFiles()} open files; Assay needs ${LEAST_FILES}, or its own want would look like the host's.\n` +
      `  left as it was: everything; nothing was started\n` +
      `  next: raise the limit (ulimit -n 1024), and run the same command again\n` +
      `  code: too-many-files\n`
  );
  process.exitCode = 2;
} else {
  const api = await import("tsx/esm/api").catch(() => null);
  if (api === null) {
    process.stderr.write(
      "Assay's packages are not installed.\n  left as it was: everything; nothing was started\n  next: npm ci\n  code: no-packages\n"
    );
    process.exitCode = 2;
  } else {
    api.register();
    const {fromShell} = await import("./cli.ts");
    await fromShell(process.argv.slice(2));
  }
}
