import {execFile, spawn} from "node:child_process";
import {once} from "node:events";
import {promisify} from "node:util";
import Docker from "dockerode";
import {afterEach, describe, expect, it} from "vitest";
import {startSimulator, type Simulator, type SimulatorOptions} from "../../loaders/simulator/index.js";
import {ask, get, post} from "./support.js";

const run = promisify(execFile);
const image = `ghcr.io/example/candidate@sha256:${"ab".repeat(32)}`;
let open: Simulator[] = [];
afterEach(async () => {
  await Promise.all(open.map((simulator) => simulator.close()));
  open = [];
});

async function managed(options: SimulatorOptions = {}): Promise<{simulator: Simulator; docker: Docker}> {
  const simulator = await startSimulator({timeScale: 0.005, managed: {images: [image]}, ...options});
  open.push(simulator);
  return {simulator, docker: new Docker({socketPath: simulator.dockerHost ?? ""})};
}

function candidate(port: string, extra: string[] = [], name = "candidate"): Docker.ContainerCreateOptions {
  const model = ["--model-path", "/models/glm53", "--served-model-name", "cand", "--context-length", "245760"];
  return {
    name,
    Image: image,
    Cmd: [
      "python3",
      "-m",
      "sglang.launch_server",
      ...model,
      "--max-running-requests",
      "1",
      "--enable-metrics",
      ...extra
    ],
    Labels: {"assay.campaign": "test"},
    ExposedPorts: {"30000/tcp": {}},
    HostConfig: {PortBindings: {"30000/tcp": [{HostIp: "127.0.0.1", HostPort: port}]}}
  };
}

async function until<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 200; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

async function healthy(url: string): Promise<void> {
  await until(async () => {
    if ((await get(`${url}/health`)).status !== 200) throw new Error("not yet");
  });
}

const portOf = (simulator: Simulator): string => new URL(simulator.baseUrl).port;

async function smi(simulator: Simulator, fields: string): Promise<string[][]> {
  const [program = "", ...argv] = simulator.nvidiaSmiArgv;
  const {stdout} = await run(program, [...argv, `--query-gpu=${fields}`, "--format=csv,noheader,nounits"]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.split(", "));
}

describe("simulated container engine", () => {
  it("has an incumbent that runs and generates", async () => {
    const {simulator, docker} = await managed();
    const [row] = await docker.listContainers();
    expect(row?.State).toBe("running");
    const answer = await post(`${simulator.baseUrl}/v1/chat/completions`, {...ask("hello"), max_tokens: 3});
    expect(answer.status).toBe(200);
  });

  it("brings the same incumbent back after a candidate: same identity, another start", async () => {
    const {simulator, docker} = await managed();
    const [row] = await docker.listContainers();
    const incumbent = docker.getContainer(row?.Id ?? "");
    const before = await incumbent.inspect();
    const created = await docker.createContainer(candidate(portOf(simulator)));
    await incumbent.stop({t: 1});
    await created.start();
    await healthy(simulator.baseUrl);
    expect((await get(`${simulator.baseUrl}/v1/models`)).body).toContain('"cand"');
    await created.stop({t: 1});
    await created.remove({v: true});
    await incumbent.start();
    await healthy(simulator.baseUrl);
    const after = await incumbent.inspect();
    expect([after.Id, after.Config, after.HostConfig]).toEqual([before.Id, before.Config, before.HostConfig]);
    expect(after.State.StartedAt).not.toBe(before.State.StartedAt);
    expect(await docker.listContainers({all: true})).toHaveLength(1);
  });

  it("refuses in the engine's own words", async () => {
    const {simulator, docker} = await managed();
    await expect(docker.getContainer("nobody").inspect()).rejects.toMatchObject({statusCode: 404});
    await expect(docker.createContainer({...candidate("0"), Image: "unknown/image"})).rejects.toThrow(/No such image/);
    await expect(docker.pull(`unknown/image@sha256:${"00".repeat(32)}`)).rejects.toThrow(/manifest unknown/);
    const first = await docker.createContainer(candidate(portOf(simulator)));
    await expect(docker.createContainer(candidate("0"))).rejects.toMatchObject({statusCode: 409});
    await expect(first.start()).rejects.toThrow(/port is already allocated/);
    expect((await first.inspect()).State.Status).toBe("created");
    await expect(docker.getContainer(first.id).kill()).rejects.toMatchObject({statusCode: 409});
  });

  it("streams logs in frames and events as they happen, and answers a wait with the exit code", async () => {
    const {simulator, docker} = await managed();
    const events = (await docker.getEvents({filters: {type: ["container"]}})) as NodeJS.ReadableStream & {
      destroy(): void;
    };
    const seen: string[] = [];
    events.on("data", (chunk: Buffer) => {
      for (const line of chunk.toString().split("\n").filter(Boolean))
        seen.push((JSON.parse(line) as {Action: string}).Action);
    });
    const [row] = await docker.listContainers();
    await docker.getContainer(row?.Id ?? "").stop();
    const created = await docker.createContainer(candidate(portOf(simulator), ["--api-key", "sk-planted"]));
    const exit = created.wait() as Promise<{StatusCode: number}>;
    await created.start();
    await healthy(simulator.baseUrl);
    const frames = await created.logs({stdout: true, stderr: true, tail: 100});
    expect(frames.readUInt32BE(4)).toBeGreaterThan(10);
    expect(frames.toString()).toContain("fired up and ready to roll");
    expect(frames.toString()).toContain("api_key='sk-planted'");
    const again = created.wait() as Promise<{StatusCode: number}>;
    await created.kill();
    expect((await again).StatusCode).toBe(137);
    expect((await exit).StatusCode).toBe(0);
    await until(async () => expect(seen).toEqual(expect.arrayContaining(["stop", "create", "start", "kill", "die"])));
    events.destroy();
  });

  it("exits when the command makes no sense, and when the model does not fit", async () => {
    const {simulator, docker} = await managed();
    const [row] = await docker.listContainers();
    const odd = await docker.createContainer(candidate("0", ["--context-length", "many"], "odd"));
    await odd.start();
    expect(await odd.wait()).toEqual({StatusCode: 2});
    const beside = await docker.createContainer(candidate("0", [], "beside"));
    await beside.start();
    expect(await beside.wait()).toEqual({StatusCode: 137});
    expect((await beside.logs({stdout: true, stderr: true})).toString()).toContain("CUDA out of memory");
    expect((await docker.getContainer(row?.Id ?? "").inspect()).State.Running).toBe(true);
    expect((await get(`${simulator.baseUrl}/health`)).status).toBe(200);
  });

  it.each([
    ["exits-at-once", 1],
    ["killed-for-memory", 137]
  ])("ends a candidate under the fault %s with code %i", async (fault, code) => {
    const {simulator, docker} = await managed({faults: [fault]});
    const [row] = await docker.listContainers();
    await docker.getContainer(row?.Id ?? "").stop();
    const created = await docker.createContainer(candidate(portOf(simulator)));
    await created.start();
    expect(await created.wait()).toEqual({StatusCode: code});
    expect((await created.inspect()).State.OOMKilled).toBe(code === 137);
  });

  it("does not start an incumbent again under the fault incumbent-will-not-start", async () => {
    const {docker} = await managed({faults: ["incumbent-will-not-start"]});
    const [row] = await docker.listContainers();
    const incumbent = docker.getContainer(row?.Id ?? "");
    await incumbent.stop();
    await expect(incumbent.start()).rejects.toThrow(/nvidia-container-cli/);
    expect((await incumbent.inspect()).State.Running).toBe(false);
  });

  it("holds no or another image under the faults image-missing and wrong-digest", async () => {
    const {docker} = await managed({faults: ["image-missing"]});
    expect(await docker.listImages()).toHaveLength(1);
    const other = await managed({faults: ["wrong-digest"]});
    const digests = (await other.docker.listImages()).flatMap(({RepoDigests}) => RepoDigests ?? []);
    expect(digests).toHaveLength(2);
    expect(digests).not.toContain(image);
  });
});

describe("simulated nvidia-smi", () => {
  it("shows two cards of 97,887 MiB whose memory follows what runs", async () => {
    const {simulator, docker} = await managed();
    const before = await smi(simulator, "memory.total,memory.used,memory.free,clocks_event_reasons.active");
    expect(before).toHaveLength(2);
    expect(before[0]?.[0]).toBe("97887");
    expect(Number(before[0]?.[1]) + Number(before[0]?.[2])).toBe(97_887);
    expect(before[0]?.[3]).toMatch(/^0x[0-9a-f]{16}$/);
    const [row] = await docker.listContainers();
    await docker.getContainer(row?.Id ?? "").stop();
    await until(async () => expect(Number((await smi(simulator, "memory.used"))[0]?.[0])).toBe(0));
  });

  it("prints a line a card again and again with -lms, and refuses an unknown field with code 2", async () => {
    const {simulator} = await managed();
    const [program = "", ...argv] = simulator.nvidiaSmiArgv;
    const child = spawn(program, [...argv, "--query-gpu=index", "--format=csv,noheader,nounits", "-lms", "20"]);
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    await until(async () => expect(text.split("\n").length).toBeGreaterThan(5));
    child.kill();
    await once(child, "exit");
    expect(text.startsWith("0\n1\n0\n1\n")).toBe(true);
    await expect(smi(simulator, "no.such")).rejects.toMatchObject({code: 2});
  });
});
