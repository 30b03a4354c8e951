import {createHash} from "node:crypto";
import canonicalize from "canonicalize";
import type {ContainerInspectInfo} from "dockerode";
import {makeRedactor, REDACTED} from "../../record/redact.js";
import type {ContainerState, Identity} from "./containers.js";
import {secretsOf} from "./secretValues.js";
import {withoutEmpty} from "./withoutEmpty.js";

const sha256 = (value: unknown): string =>
  createHash("sha256")
    .update(canonicalize(withoutEmpty(value) ?? null) ?? "null")
    .digest("hex");

/** A command line without its secrets. Their values are not recorded; the Config hash still covers them. */
function withoutSecrets(command: string[], secrets: string[]): string[] {
  const {text} = makeRedactor(secrets);
  return command.map(text);
}

const ports = (bindings: unknown): string[] =>
  Object.entries((bindings ?? {}) as Record<string, {HostIp?: string; HostPort?: string}[] | null>)
    .flatMap(([inside, outside]) => (outside ?? []).map((o) => `${o.HostIp ?? ""}:${o.HostPort ?? ""}->${inside}`))
    .sort();

/** Labels that say who owns a container. Any other label's value stays out of the record; the Config hash covers it. */
const OWNER_LABEL = /^(assay\.|com\.docker\.(compose|swarm|stack)\.|PODMAN_SYSTEMD_UNIT$|org\.opencontainers\.image\.)/;

const knownLabels = (labels: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, OWNER_LABEL.test(name) ? value : REDACTED]));

/**
 * Identity of a container: `inspect` without State, NetworkSettings and RestartCount. Config, HostConfig and the environment
 * are hashed over their RFC 8785 form without empty parts; values of the environment are never part of the record.
 */
export function identityOf(info: ContainerInspectInfo): Identity {
  const env = [...(info.Config.Env ?? [])].sort();
  return {
    id: info.Id,
    name: info.Name.replace(/^\//, ""),
    image: info.Config.Image,
    image_id: info.Image,
    config_sha256: sha256(info.Config),
    host_config_sha256: sha256(info.HostConfig),
    env_sha256: sha256(env),
    command: withoutSecrets([...(info.Path ? [info.Path] : []), ...(info.Args ?? [])], secretsOf(info)),
    mounts: info.Mounts.map(
      (m) => `${m.Type ?? "bind"}:${m.Name ?? m.Source}:${m.Destination}:${m.RW ? "rw" : "ro"}`
    ).sort(),
    ports: ports(info.HostConfig.PortBindings),
    shm_bytes: info.HostConfig.ShmSize ?? null,
    restart_policy: info.HostConfig.RestartPolicy?.Name ?? null,
    auto_remove: info.HostConfig.AutoRemove === true,
    labels: knownLabels(info.Config.Labels ?? {})
  };
}

const instant = (at: string | undefined): string | null =>
  at === undefined || at === "" || at.startsWith("0001-") ? null : at;

/** Identity and present state of an inspected container. */
export function stateOf(info: ContainerInspectInfo): ContainerState {
  const health = info.State.Health?.Status;
  return {
    identity: identityOf(info),
    status: info.State.Status,
    running: info.State.Running,
    exit_code: info.State.Running ? null : info.State.ExitCode,
    oom_killed: info.State.OOMKilled,
    error: (info.State as {Error?: string}).Error || null,
    started_at: instant(info.State.StartedAt),
    finished_at: instant(info.State.FinishedAt),
    restart_count: (info as {RestartCount?: number}).RestartCount ?? 0,
    health: health === "healthy" || health === "unhealthy" || health === "starting" ? health : null,
    pid: info.State.Pid || null,
    sources: info.Mounts.map((m) => ({
      type: m.Type ?? "bind",
      source: m.Type === "volume" ? (m.Name ?? m.Source) : m.Source,
      target: m.Destination
    })),
    devices: [
      ...(info.HostConfig.Devices ?? []).map((d: {PathOnHost?: string}) => d.PathOnHost ?? ""),
      ...(info.HostConfig.DeviceRequests ?? []).map(
        (d) => `${d.Driver || "gpu"}:${d.DeviceIDs?.length ? d.DeviceIDs.join(",") : String(d.Count ?? "")}`
      )
    ].filter((d) => d !== "")
  };
}
