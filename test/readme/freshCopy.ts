import {execFile} from "node:child_process";
import {chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import {promisify} from "node:util";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A fresh checkout in an empty folder, as a stranger has it: the repository's files and nothing else. */
export interface FreshCopy {
  folder: string;
  env: NodeJS.ProcessEnv;
}

/**
 * Copies what git would hand out. `installed`: with the packages of this checkout, so that `npm ci` is not needed. `nvidiaSmi` is put
 * on the PATH. The home is empty, and so is npm's cache; only the registry's settings are kept.
 */
export async function freshCopy(options: {installed: boolean; nvidiaSmi: string[]}): Promise<FreshCopy> {
  const base = await mkdtemp(join(tmpdir(), "assay-readme-"));
  const folder = join(base, "checkout");
  const home = join(base, "home");
  const bin = join(base, "bin");
  for (const made of [folder, home, bin]) await mkdir(made);
  const listed = await promisify(execFile)("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    maxBuffer: 2 ** 26
  });
  for (const file of listed.stdout.split("\0").filter((name) => name !== "")) {
    await mkdir(dirname(join(folder, file)), {recursive: true});
    await copyFile(join(ROOT, file), join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
  if (options.installed) await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  await writeFile(
    join(bin, "nvidia-smi"),
    `#!/bin/sh\nexec ${options.nvidiaSmi.map((a) => `'${a}'`).join(" ")} "$@"\n`
  );
  await chmod(join(bin, "nvidia-smi"), 0o755);
  await theirOwn(folder, base);
  const {HOME = "", PATH = "", ...rest} = process.env;
  const plain = Object.fromEntries(
    Object.entries(rest).filter(([name]) => !/^(npm_|VITEST|NODE_ENV|ASSAY_|CI$)/.test(name))
  );
  return {
    folder,
    env: {...plain, HOME: home, PATH: `${bin}:${PATH}`, npm_config_userconfig: join(HOME, ".npmrc"), NO_COLOR: "1"}
  };
}

/** What a stranger has of her own: past results, and weights where her recipes say that they lie. */
async function theirOwn(folder: string, base: string): Promise<void> {
  await cp(join(ROOT, "test/input/import"), join(folder, "path/to/results"), {recursive: true});
  const recipes = join(folder, "configs/recipes");
  for (const name of await readdir(recipes)) {
    const text = await readFile(join(recipes, name), "utf8");
    for (const [, weights = ""] of text.matchAll(/"\/srv\/(models\/[\w.-]+)"/g))
      await mkdir(join(base, weights), {recursive: true});
    await writeFile(join(recipes, name), text.replaceAll('"/srv/models/', `"${base}/models/`));
  }
}
