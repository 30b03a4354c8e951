import type {ContainerInspectInfo} from "dockerode";

/** What an engine tells of a serving container, with planted secrets in every place where one can be. */
export function inspected(): ContainerInspectInfo {
  const info = {
    Id: "1".repeat(64),
    Name: "/prod",
    Path: "python3",
    Args: ["-m", "server", "--api-key", "planted-1", "--admin-api-key=planted-2", "--max-running-requests", "4"],
    Image: `sha256:${"a".repeat(64)}`,
    State: {
      Status: "running",
      Running: true,
      ExitCode: 0,
      OOMKilled: false,
      Pid: 1,
      StartedAt: "2026-01-01T00:00:00Z",
      FinishedAt: "0001-01-01T00:00:00Z"
    },
    RestartCount: 0,
    Mounts: [{Type: "bind", Source: "/models", Destination: "/models", RW: false, Mode: "ro"}],
    Config: {
      Image: "r/i:1",
      Env: ["HF_TOKEN=planted-3", "A=1"],
      Cmd: ["-m", "server"],
      Labels: {"com.docker.compose.project": "p", secret: "planted-4"}
    },
    HostConfig: {
      ShmSize: 67108864,
      RestartPolicy: {Name: "unless-stopped"},
      PortBindings: {"30000/tcp": [{HostIp: "127.0.0.1", HostPort: "30000"}]},
      Dns: null,
      Memory: 0
    }
  };
  return structuredClone(info) as unknown as ContainerInspectInfo;
}
