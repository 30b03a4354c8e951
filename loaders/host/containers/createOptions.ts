import {isAbsolute, resolve} from "node:path";
import type Docker from "dockerode";
import type {Recipe} from "../../../src/schema/recipe.js";
import type {CreateOptions} from "./containers.js";
import {HostFailure} from "./hostFailure.js";

export const CAMPAIGN_LABEL = "assay.campaign";
export const PROFILE_LABEL = "assay.profile";

/** The candidate's own JIT cache: an anonymous volume that goes with it, so that the incumbent's compiled kernels stay as they are. */
const JIT_CACHE = "/var/cache/assay-jit";
const JIT_ENV = {
  CUDA_CACHE_PATH: `${JIT_CACHE}/cuda`,
  FLASHINFER_WORKSPACE_BASE: `${JIT_CACHE}/flashinfer`,
  SGL_DG_CACHE_DIR: `${JIT_CACHE}/deep_gemm`,
  TORCHINDUCTOR_CACHE_DIR: `${JIT_CACHE}/inductor`,
  TRITON_CACHE_DIR: `${JIT_CACHE}/triton`
};

function environment(recipe: Recipe, options: CreateOptions): string[] {
  const missing = recipe.env_from.filter((name) => options.environment[name] === undefined);
  if (missing.length > 0) {
    throw new HostFailure("env-missing", `The environment lacks ${missing.join(", ")}`, {
      where: `recipe ${recipe.name}, env_from`,
      left: "No container was created.",
      next: `Set ${missing.join(", ")} and run again.`
    });
  }
  const taken = Object.fromEntries(recipe.env_from.map((name) => [name, options.environment[name] ?? ""]));
  return Object.entries({...JIT_ENV, ...recipe.env, ...taken}).map(([name, value]) => `${name}=${value}`);
}

const isPath = (source: string): boolean => isAbsolute(source) || source.startsWith(".");

/** A recipe as the engine's create request. `image` is what the engine resolves: `name@digest` or an image id. */
export function createOptions(recipe: Recipe, image: string, options: CreateOptions): Docker.ContainerCreateOptions {
  const inside = `${recipe.port}/tcp`;
  return {
    name: options.name,
    Image: image,
    ...(recipe.command.length > 0 ? {Cmd: recipe.command} : {}),
    Env: environment(recipe, options),
    Labels: {[CAMPAIGN_LABEL]: options.campaign, [PROFILE_LABEL]: options.profile},
    ExposedPorts: {[inside]: {}},
    Volumes: {[JIT_CACHE]: {}},
    HostConfig: {
      RestartPolicy: {Name: "no"},
      PortBindings: {[inside]: [{HostIp: "127.0.0.1", HostPort: String(recipe.host_port ?? recipe.port)}]},
      Mounts: recipe.mounts.map((m) => ({
        Type: isPath(m.source) ? ("bind" as const) : ("volume" as const),
        Source: isPath(m.source) ? resolve(options.base, m.source) : m.source,
        Target: m.target,
        ReadOnly: m.read_only
      })),
      IpcMode: recipe.ipc,
      ...(recipe.shm_mib === null ? {} : {ShmSize: recipe.shm_mib * 1024 * 1024}),
      Ulimits: Object.entries(recipe.ulimits).map(([Name, limit]) => ({Name, Soft: limit, Hard: limit})),
      ...(recipe.gpus === "none"
        ? {}
        : {
            DeviceRequests: [
              recipe.gpus === "all"
                ? {Driver: "", Count: -1, Capabilities: [["gpu"]]}
                : {Driver: "", DeviceIDs: recipe.gpus, Capabilities: [["gpu"]]}
            ]
          })
    }
  };
}
