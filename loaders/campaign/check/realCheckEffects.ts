import {access, constants, readdir, stat} from "node:fs/promises";
import {createServer} from "node:net";
import {dirname, join} from "node:path";
import {httpClient, listModels, readServerState} from "../../host/client/index.js";
import {openContainers} from "../../host/containers/index.js";
import {readGpus} from "../../host/gpu/index.js";
import {diskFreeMib} from "../restore/realRestoreEffects.js";
import type {CheckEffects} from "./checkEffects.js";

/** The real host. `needs` is the statistics' rule, which the loaders do not know. */
export function realCheckEffects(given: {
  env: NodeJS.ProcessEnv;
  managed: boolean;
  apiKey: string | null;
  needs: CheckEffects["needs"];
}): CheckEffects {
  const {env} = given;
  const address = env["DOCKER_HOST"] ?? "";
  return {
    containers: given.managed ? openContainers({env}) : null,
    local: address === "" || address.startsWith("unix://") || /\/\/(127\.|localhost|\[::1\])/.test(address),
    gpus: (argv) => readGpus(argv, "check"),
    server: (baseUrl) => askServer(baseUrl, given.apiKey),
    exists: (path) =>
      access(path).then(
        () => true,
        () => false
      ),
    unwritable,
    portFree,
    weightsMib,
    // A folder that is not there yet lies on its parent's disk.
    diskFreeMib: async (path) => (await diskFreeMib(path)) ?? diskFreeMib(dirname(path)),
    sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
    env,
    needs: given.needs
  };
}

async function askServer(baseUrl: string, apiKey: string | null): ReturnType<CheckEffects["server"]> {
  const client = httpClient({baseUrl, apiKey});
  try {
    const [models, {state, hasInfo}] = [await listModels(client), await readServerState(client)];
    return {
      answers: models.error === null || hasInfo,
      error: models.error,
      wantsKey: models.wantsKey,
      models: models.models.map((one) => one.id),
      running: state.running_requests,
      total: state.requests_total
    };
  } finally {
    await client.close();
  }
}

/** Looks at the folder, or at the nearest one above it that is there. */
async function unwritable(path: string): Promise<string | null> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => error.code ?? "unknown");
  if (facts === "ENOENT") return dirname(path) === path ? "there is no such place" : unwritable(dirname(path));
  if (typeof facts === "string") return `the system says ${facts} of ${path}`;
  if (!facts.isDirectory()) return `${path} is a file`;
  return access(path, constants.W_OK | constants.X_OK).then(
    () => null,
    (error: NodeJS.ErrnoException) =>
      error.code === "EROFS" ? `${path} is on a read-only file system` : `this user may not write to ${path}`
  );
}

function portFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once("error", () => done(false));
    server.listen(port, "127.0.0.1", () => server.close(() => done(true)));
  });
}

/** Sum of weight files below a folder. In a Hugging Face cache only the model's own folder counts, and each blob once. */
async function weightsMib(folder: string, model: string): Promise<number | null> {
  const [repo = ""] = model.split("@");
  const own = `models--${repo.replaceAll("/", "--")}`;
  const entries = await readdir(folder, {recursive: true}).catch(() => []);
  const seen = new Set<string>();
  let bytes = 0;
  for (const entry of entries) {
    if (!/\.(safetensors|gguf|bin|pt)$/.test(entry) || (entry.includes("models--") && !entry.includes(own))) continue;
    const facts = await stat(join(folder, entry)).catch(() => null);
    if (!facts?.isFile() || seen.has(`${facts.dev}:${facts.ino}`)) continue;
    seen.add(`${facts.dev}:${facts.ino}`);
    bytes += facts.size;
  }
  return bytes === 0 ? null : bytes / 2 ** 20;
}
