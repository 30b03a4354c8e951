import {execFile} from "node:child_process";
import {existsSync} from "node:fs";
import {mkdtemp} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {promisify} from "node:util";
import {fileURLToPath} from "node:url";
import Docker from "dockerode";

const run = promisify(execFile);
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Whether this machine can run a private engine: root, dockerd, ip. Says why not, for a test's title. */
export function whyNoEngine(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "needs root on Linux";
  if (!existsSync("/usr/sbin/dockerd") && !existsSync("/usr/bin/dockerd")) return "dockerd is not installed";
  return existsSync("/usr/sbin/ip") || existsSync("/sbin/ip") ? null : "iproute2 is not installed";
}

/** A real dockerd of the test's own, with one image of a small serving program. */
export interface PrivateEngine {
  env: NodeJS.ProcessEnv;
  docker: Docker;
  /** `name@sha256:<image id>`. */
  image: string;
  /** Starts the engine again after `down` or `crash`. */
  up(): Promise<void>;
  down(): Promise<void>;
  /** The engine and its containers die at once. */
  crash(): Promise<void>;
  remove(): Promise<void>;
}

export async function privateEngine(): Promise<PrivateEngine> {
  const dir = await mkdtemp(join(tmpdir(), "assay-engine-"));
  const up = async () => void (await run("bash", [script("start.sh"), dir]));
  const stop = async (...how: string[]) => void (await run("bash", [script("stop.sh"), dir, ...how]));
  await up();
  const docker = new Docker({socketPath: `${dir}/docker.sock`});
  const tar = join(dir, "image.tar");
  await run("bash", [script("image.sh"), tar]);
  const progress = await docker.importImage(tar, {
    repo: "assay/test-server",
    tag: "1",
    changes: ['ENTRYPOINT ["/usr/bin/node","/app/server.mjs"]', "WORKDIR /app"]
  });
  await new Promise<void>((done, failed) =>
    docker.modem.followProgress(progress, (error: Error | null) => (error ? failed(error) : done()))
  );
  const {Id} = await docker.getImage("assay/test-server:1").inspect();
  return {
    env: {...process.env, DOCKER_HOST: `unix://${dir}/docker.sock`},
    docker,
    image: `assay/test-server@${Id}`,
    up,
    down: () => stop("keep"),
    crash: () => stop("crash"),
    remove: () => stop()
  };
}
