import fc from "fast-check";
import type {ImageInfo} from "dockerode";
import {describe, expect, it} from "vitest";
import {engineAddress} from "../../loaders/host/containers/engineAddress.js";
import {findImage} from "../../loaders/host/containers/findImage.js";
import {HostFailure} from "../../loaders/host/containers/hostFailure.js";
import {identityOf, stateOf} from "../../loaders/host/containers/identity.js";
import {LogLines} from "../../loaders/host/containers/logLines.js";
import {mapEngineError} from "../../loaders/host/containers/mapEngineError.js";
import {parseEvents} from "../../loaders/host/containers/parseEvents.js";
import {secretsOf} from "../../loaders/host/containers/secretValues.js";
import {withoutEmpty} from "../../loaders/host/containers/withoutEmpty.js";
import {inspected} from "./support/inspected.js";

describe("engineAddress", () => {
  it.each([
    [undefined, {socketPath: "/var/run/docker.sock"}],
    ["unix:///run/user/1/docker.sock", {socketPath: "/run/user/1/docker.sock"}],
    ["tcp://10.0.0.1:2375", {host: "10.0.0.1", port: "2375", protocol: "http"}],
    ["10.0.0.1:2376", {host: "10.0.0.1", port: "2376", protocol: "https"}],
    ["https://engine", {host: "engine", port: "2376", protocol: "https"}]
  ])("reads DOCKER_HOST=%s", (address, expected) => {
    expect(engineAddress(address === undefined ? {} : {DOCKER_HOST: address})).toEqual(expected);
  });
  it("refuses an address that it cannot use, and says what it can", () => {
    expect(() => engineAddress({DOCKER_HOST: "ssh://me@host"})).toThrow(/ssh:/);
    expect(() => engineAddress({DOCKER_HOST: "://"})).toThrow(/not an address/);
  });
});

describe("findImage", () => {
  const digest = (c: string) => `sha256:${c.repeat(64)}`;
  const image = (Id: string, RepoTags: string[], RepoDigests: string[]) =>
    ({Id, RepoTags, RepoDigests, Size: 1}) as ImageInfo;
  const held = [
    image(digest("1"), ["registry:5000/team/sglang:latest"], [`registry:5000/team/sglang@${digest("a")}`]),
    image(digest("2"), ["local/server:1"], [])
  ];
  it("finds an image by its registry digest, and a local one by its id", () => {
    expect(findImage(`registry:5000/team/sglang@${digest("a")}`, held).id).toBe(digest("1"));
    expect(findImage(`local/server@${digest("2")}`, held).id).toBe(digest("2"));
  });
  it("tells a wrong digest from a missing image", () => {
    const code = (reference: string) => {
      try {
        return findImage(reference, held).id;
      } catch (error) {
        return error instanceof HostFailure ? error.code : error;
      }
    };
    expect(code(`registry:5000/team/sglang@${digest("b")}`)).toBe("digest-wrong");
    expect(code(`local/server@${digest("b")}`)).toBe("digest-wrong");
    expect(code(`team/sglang@${digest("b")}`)).toBe("image-missing");
  });
});

describe("mapEngineError", () => {
  it.each([
    [
      "(HTTP code 500) server error - driver failed programming external connectivity: Bind for 127.0.0.1:1 failed: port is already allocated",
      "port-taken"
    ],
    [
      '(HTTP code 500) server error - could not select device driver "nvidia" with capabilities: [[gpu]]',
      "gpu-driver-missing"
    ],
    ["(HTTP code 404) no such container - No such image: r/i@sha256:1", "image-missing"],
    ["(HTTP code 404) unexpected - manifest unknown", "image-missing"],
    [
      '(HTTP code 400) bad parameter - invalid mount config for type "bind": bind source path does not exist: /x',
      "mount-missing"
    ],
    [
      '(HTTP code 409) unexpected - Conflict. The container name "/x" is already in use by container "1"',
      "name-conflict"
    ],
    ["(HTTP code 404) no such container - No such container: x", "container-missing"],
    ["(HTTP code 500) server error - something new", "engine-error"]
  ])("names %s", (message, code) => {
    expect(mapEngineError(new Error(message), "to start x", "unix://")).toMatchObject({code});
  });
  it.each(["ECONNREFUSED", "ENOENT", "ECONNRESET"])("names %s of the socket engine-stopped", (code) => {
    expect(mapEngineError(Object.assign(new Error("x"), {code}), "x", "unix://").code).toBe("engine-stopped");
  });
  it("keeps a failure that has its name already", () => {
    const failure = new HostFailure("image-missing", "x");
    expect(mapEngineError(failure, "x", "y")).toBe(failure);
  });
});

describe("identityOf", () => {
  it("is the same while state, network and restart count move, and while an engine writes [] for null", () => {
    const before = inspected();
    const after = inspected();
    Object.assign(after.State, {Running: false, Status: "exited", ExitCode: 0});
    Object.assign(after, {RestartCount: 4, NetworkSettings: {Networks: {}}});
    Object.assign(after.HostConfig, {Dns: [], Devices: null});
    expect(identityOf(after)).toEqual(identityOf(before));
  });
  it.each([
    ["the command", (i: ReturnType<typeof inspected>) => i.Config.Cmd?.push("--more"), ["config_sha256"]],
    [
      "a value of the environment",
      (i: ReturnType<typeof inspected>) => (i.Config.Env[0] = "HF_TOKEN=other"),
      ["config_sha256", "env_sha256"]
    ],
    ["the memory limit", (i: ReturnType<typeof inspected>) => (i.HostConfig.Memory = 1), ["host_config_sha256"]],
    ["the image", (i: ReturnType<typeof inspected>) => (i.Image = "sha256:other"), ["image_id"]]
  ])("changes with %s", (_, change, fields) => {
    const changed = inspected();
    change(changed);
    const [before, after] = [identityOf(inspected()), identityOf(changed)] as Record<string, unknown>[];
    expect(
      Object.keys(before ?? {}).filter((key) => JSON.stringify(before?.[key]) !== JSON.stringify(after?.[key]))
    ).toEqual(fields);
  });
  it("holds no value of the environment, no key of the command, no label of others", () => {
    const text = JSON.stringify(stateOf(inspected()));
    expect(text).not.toMatch(/planted/);
    expect(text).toContain("--max-running-requests");
    expect(text).toContain("com.docker.compose.project");
  });
});

describe("secretsOf", () => {
  it("are those of variables and flags with a secret's name, and of no other", () => {
    const info = inspected();
    info.Args.push("--max-total-tokens", "4096", "--hf-token", "planted-5", "--key=planted-6");
    info.Config.Env.push("TOKENIZER_PATH=/models/m", "EMPTY_KEY=");
    expect(secretsOf(info)).toEqual(["planted-3", "planted-1", "planted-2", "planted-5", "planted-6"]);
  });
});

describe("withoutEmpty", () => {
  it("keeps false, zero and the empty text, and the places of a list", () => {
    expect(withoutEmpty({a: null, b: [], c: {d: []}, e: 0, f: false, g: "", h: [null, 1]})).toEqual({
      e: 0,
      f: false,
      g: "",
      h: [null, 1]
    });
  });
});

const frame = (stream: 1 | 2, text: string) => {
  const body = Buffer.from(text);
  const head = Buffer.alloc(8);
  head[0] = stream;
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body]);
};

describe("LogLines", () => {
  it("splits frames into lines wherever the stream is cut", () => {
    const bytes = Buffer.concat([frame(1, "one\ntw"), frame(2, "error\r\n"), frame(1, "o\nthree")]);
    fc.assert(
      fc.property(fc.array(fc.integer({min: 0, max: bytes.length})), (cuts) => {
        const lines: string[] = [];
        const split = new LogLines((line) => lines.push(line), false);
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        places.slice(1).forEach((end, i) => split.push(bytes.subarray(places[i], end)));
        split.end();
        expect(lines).toEqual(["one", "error", "two", "three"]);
      }),
      {seed: 7, numRuns: 200}
    );
  });
  it("reads plain text of a terminal", () => {
    const lines: string[] = [];
    const split = new LogLines((line) => lines.push(line), true);
    split.push(Buffer.from("a\r\nb"));
    split.end();
    expect(lines).toEqual(["a", "b"]);
  });
  it("cuts a flood without a newline instead of keeping it", () => {
    const lines: string[] = [];
    const split = new LogLines((line) => lines.push(line), true);
    for (let i = 0; i < 100; i++) split.push(Buffer.alloc(10_000, 65));
    expect(lines.length).toBeGreaterThan(10);
    expect(Math.max(...lines.map((l) => l.length))).toBeLessThan(80_000);
  });
});

describe("parseEvents", () => {
  it("reads events cut anywhere and passes over what is none", async () => {
    const event = {Action: "start", time: 1767225600, Actor: {ID: "i", Attributes: {name: "prod"}}};
    const text = `${JSON.stringify(event)}\nnot json\n{"other": 1}\n${JSON.stringify(event)}\n`;
    async function* stream() {
      for (let at = 0; at < text.length; at += 7) {
        yield Buffer.from(text.slice(at, at + 7));
        await Promise.resolve();
      }
    }
    const found = [];
    for await (const one of parseEvents(stream())) found.push(one);
    expect(found).toEqual(
      Array(2).fill({
        at: "2026-01-01T00:00:00.000Z",
        action: "start",
        id: "i",
        name: "prod",
        attributes: {name: "prod"}
      })
    );
  });
});
