import {HostFailure, type HostFailureCode} from "./hostFailure.js";

/** Beginnings of the engine's sentences, since the API has no codes of its own beside the HTTP status. */
const SENTENCES: [RegExp, HostFailureCode, string][] = [
  [
    /port is already allocated|address already in use|failed to bind host port|port is not available/i,
    "port-taken",
    "Find who listens there (`ss -ltnp`), or give the recipe another host_port."
  ],
  [
    /could not select device driver|nvidia-container-(cli|runtime)|unresolvable CDI devices|libnvidia-ml/i,
    "gpu-driver-missing",
    'Install the NVIDIA container toolkit and restart the engine, or set gpus = "none" in the recipe.'
  ],
  [
    /no such image|manifest unknown|not found: manifest|reference does not exist/i,
    "image-missing",
    "Pull the image by its digest, then run the campaign again."
  ],
  [
    /bind source path does not exist|invalid mount config|error mounting|no such volume/i,
    "mount-missing",
    "Put the mount's source back where the container expects it."
  ],
  [
    /is already in use by container/i,
    "name-conflict",
    "Run `npm run restore`: it removes what a killed campaign left."
  ],
  [/no such container/i, "container-missing", "List containers with `docker ps -a`."]
];

const GONE = new Set(["ECONNREFUSED", "ENOENT", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ABORT_ERR"]);

const text = (error: unknown): string => (error instanceof Error ? error.message : String(error)).trim();

/** Turns an error of dockerode (HTTP status and sentence, or a socket error) into a named HostFailure. */
export function mapEngineError(error: unknown, doing: string, where: string): HostFailure {
  if (error instanceof HostFailure) return error;
  const {code, name} = (error ?? {}) as {code?: unknown; name?: unknown};
  if ((typeof code === "string" && GONE.has(code)) || name === "AbortError" || name === "TimeoutError") {
    return new HostFailure("engine-stopped", `The container engine does not answer while ${doing}`, {
      where,
      why: text(error),
      next:
        code === "ENOENT"
          ? "Install Docker or start it (`sudo systemctl start docker`), or set DOCKER_HOST to where the engine listens. Was a campaign running? Then `npm run restore`."
          : "Start the engine (`sudo systemctl start docker`) and check DOCKER_HOST. Was a campaign running? Then `npm run restore`.",
      cause: error
    });
  }
  if (code === "EACCES" || code === "EPERM")
    return new HostFailure("engine-forbidden", `This user may not use the container engine while ${doing}`, {
      where,
      why: text(error),
      next: "Join the engine's group (`sudo usermod -aG docker $USER`, then log in again), or run as a user who may use it.",
      cause: error
    });
  const said = text(error);
  for (const [pattern, failure, next] of SENTENCES) {
    if (pattern.test(said))
      return new HostFailure(failure, `The engine refused ${doing}`, {where, why: said, next, cause: error});
  }
  return new HostFailure("engine-error", `The engine refused ${doing}`, {where, why: said, cause: error});
}
