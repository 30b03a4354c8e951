/** How the incumbent was created, long ago. */
import {createServer} from "node:net";
import type {AddressInfo} from "node:net";
import type {IncumbentSpec} from "../options.js";
import type {CreateBody} from "./createBody.js";

const insidePort = 30_000;
const gib = 1024 ** 3;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const {port} = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function incumbentBody(spec: IncumbentSpec, apiKey: string | null): Promise<CreateBody> {
  const hostPort = spec.hostPort || (await freePort());
  const key = apiKey === null ? [] : ["--api-key", apiKey];
  const command = spec.command ?? [
    ...["python3", "-m", "sglang.launch_server", "--host", "0.0.0.0", "--port", String(insidePort)],
    ...["--model-path", "/models/GLM-5.3-Flash-EXL3-K3-v1", "--served-model-name", spec.servedModel],
    ...["--tp-size", "2", "--context-length", String(spec.contextTokens), "--max-running-requests", "2"],
    ...["--speculative-algorithm", "EAGLE", "--speculative-num-steps", "5"],
    ...["--enable-metrics", "--enable-cache-report", ...key]
  ];
  return {
    Image: spec.image,
    Cmd: command,
    Env: ["NCCL_CUMEM_ENABLE=0", "HF_TOKEN=hf_simulatedSecretOfTheIncumbent", ...(spec.env ?? [])],
    Labels: {"org.opencontainers.image.version": "v0.1.0"},
    ExposedPorts: {[`${insidePort}/tcp`]: {}},
    HostConfig: {
      PortBindings: {[`${insidePort}/tcp`]: [{HostIp: "127.0.0.1", HostPort: String(hostPort)}]},
      Binds: spec.binds ?? ["/srv/models:/models:ro", "jit-cache:/root/.cache"],
      RestartPolicy: {Name: "unless-stopped", MaximumRetryCount: 0},
      DeviceRequests: [{Driver: "nvidia", Count: -1, DeviceIDs: null, Capabilities: [["gpu"]], Options: {}}],
      ShmSize: 16 * gib,
      IpcMode: "private",
      Ulimits: [{Name: "memlock", Soft: -1, Hard: -1}]
    }
  };
}
