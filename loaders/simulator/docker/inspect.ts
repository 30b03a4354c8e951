/** What `inspect` and the list say of a container. */
import {type Container, neverAt} from "./container.js";

/** What a container mounts. A bind whose source is no path is a named volume. */
export function mounts(container: Container): Record<string, unknown>[] {
  const {HostConfig} = container.body;
  const binds = (HostConfig?.Binds ?? []).map((bind) => {
    const [source = "", target = "", mode = ""] = bind.split(":");
    const isVolume = !source.startsWith("/");
    return {
      Type: isVolume ? "volume" : "bind",
      ...(isVolume ? {Name: source} : {}),
      Source: isVolume ? `/var/lib/docker/volumes/${source}/_data` : source,
      Destination: target,
      Mode: mode,
      RW: !mode.includes("ro"),
      Propagation: isVolume ? "" : "rprivate"
    };
  });
  const given = (HostConfig?.Mounts ?? []).map((mount) => ({
    Type: mount.Type,
    ...(mount.Type === "volume" ? {Name: mount.Source} : {}),
    Source: mount.Type === "volume" ? `/var/lib/docker/volumes/${mount.Source ?? ""}/_data` : (mount.Source ?? ""),
    Destination: mount.Target,
    Mode: "",
    RW: mount.ReadOnly !== true,
    Propagation: mount.Type === "bind" ? "rprivate" : ""
  }));
  const anonymous = Object.entries(container.volumes).map(([target, name]) => ({
    Type: "volume",
    Name: name,
    Source: `/var/lib/docker/volumes/${name}/_data`,
    Destination: target,
    Driver: "local",
    Mode: "",
    RW: true,
    Propagation: ""
  }));
  return [...binds, ...given, ...anonymous];
}

function ports(container: Container): Record<string, unknown> {
  return container.status === "running" ? (container.body.HostConfig?.PortBindings ?? {}) : {};
}

/** `GET /containers/{id}/json` */
export function inspectContainer(container: Container): Record<string, unknown> {
  const running = container.status === "running";
  const [path = "", ...args] = container.command;
  return {
    Id: container.id,
    Created: container.createdAt.toISOString(),
    Path: path,
    Args: args,
    State: {
      Status: container.status,
      Running: running,
      Paused: false,
      Restarting: false,
      OOMKilled: container.oomKilled,
      Dead: false,
      Pid: running ? (container.process?.pid ?? 1) : 0,
      ExitCode: container.exitCode,
      Error: container.error,
      StartedAt: container.startedAt,
      FinishedAt: running ? neverAt : container.finishedAt
    },
    Image: container.image.id,
    ResolvConfPath: "",
    HostnamePath: "",
    HostsPath: "",
    LogPath: "",
    Name: `/${container.name}`,
    RestartCount: container.restartCount,
    Driver: "overlay2",
    Platform: "linux",
    MountLabel: "",
    ProcessLabel: "",
    AppArmorProfile: "",
    ExecIDs: null,
    HostConfig: container.hostConfig,
    GraphDriver: {Name: "overlay2", Data: null},
    Mounts: mounts(container),
    Config: container.config,
    NetworkSettings: {Ports: ports(container), Networks: {bridge: {IPAddress: running ? "172.17.0.2" : ""}}}
  };
}

/** One row of `GET /containers/json` */
export function listContainer(container: Container): Record<string, unknown> {
  return {
    Id: container.id,
    Names: [`/${container.name}`],
    Image: container.body.Image,
    ImageID: container.image.id,
    Command: container.command.join(" "),
    Created: Math.floor(container.createdAt.getTime() / 1000),
    Ports: [],
    Labels: container.body.Labels ?? {},
    State: container.status,
    Status: container.status === "running" ? "Up" : `Exited (${container.exitCode})`,
    HostConfig: {NetworkMode: "default"},
    NetworkSettings: {Networks: {}},
    Mounts: mounts(container)
  };
}
