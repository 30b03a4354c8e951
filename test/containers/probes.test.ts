import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {createServer, type Server} from "node:http";
import type {AddressInfo} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {Probe} from "../../src/schema/plan.js";
import {runProbe} from "../../loaders/host/probes/index.js";
import {valueAt} from "../../loaders/host/probes/valueAt.js";

describe("runProbe", () => {
  let root: string;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "assay-probe-"));
    await writeFile(join(root, "file"), "content");
    server = createServer((request, response) => {
      response.statusCode = request.url === "/down" ? 503 : 200;
      if (request.url !== "/silent") response.end('{"mode": {"owner": "router"}, "n": [1, 2]}');
    }).listen(0, "127.0.0.1");
    await new Promise((done) => server.once("listening", done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(root, {recursive: true, force: true});
  });
  const ask = (probe: unknown) =>
    runProbe(Probe.parse(Object.assign({name: "p"}, probe)), {containers: null, limitMs: 1000});

  it("asks an HTTP address for its status, and for a value in its answer", async () => {
    expect(await ask({kind: "http", url: `${url}/up`})).toMatchObject({verdict: "pass", value: "200"});
    expect(await ask({kind: "http", url: `${url}/down`})).toMatchObject({verdict: "fail", value: "503"});
    const owner = {kind: "http", url: `${url}/mode`, json_path: "$.mode.owner"};
    expect(await ask(owner)).toMatchObject({verdict: "pass", value: "router"});
    expect(await ask({...owner, equals: "someone"})).toMatchObject({verdict: "fail", value: "router"});
    expect(await ask({...owner, json_path: "mode.absent"})).toMatchObject({verdict: "fail", value: null});
  });
  it("cannot tell from a server that does not answer in time, or at all", async () => {
    expect(await ask({kind: "http", url: `${url}/silent`})).toMatchObject({verdict: "inconclusive", value: null});
    expect(await ask({kind: "http", url: "http://127.0.0.1:1/"})).toMatchObject({verdict: "inconclusive"});
  });
  it("runs a command without a shell", async () => {
    const argv = [process.execPath, "-p", "process.argv[1]", "$(id); *"];
    expect(await ask({kind: "command", argv})).toMatchObject({verdict: "pass", value: "$(id); *"});
    expect(await ask({kind: "command", argv, stdout: "other"})).toMatchObject({verdict: "fail"});
    expect(await ask({kind: "command", argv: ["/nowhere"]})).toMatchObject({verdict: "inconclusive"});
    expect(await ask({kind: "command", argv: [process.execPath, "-e", "setInterval(() => 0, 9)"]})).toMatchObject({
      verdict: "inconclusive"
    });
  });
  it("hashes a file, and fails on one that is not there or another", async () => {
    const sha256 = "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73";
    expect(await ask({kind: "file", path: join(root, "file"), sha256})).toMatchObject({verdict: "pass", value: sha256});
    expect(await ask({kind: "file", path: join(root, "file"), sha256: "0".repeat(64)})).toMatchObject({
      verdict: "fail"
    });
    expect(await ask({kind: "file", path: join(root, "absent")})).toMatchObject({verdict: "fail", value: null});
  });
  it("counts files in shared memory", async () => {
    expect(await ask({kind: "shm", path: root, max_files: 1})).toMatchObject({verdict: "pass", value: "1"});
    expect(await ask({kind: "shm", path: root, max_files: 0})).toMatchObject({verdict: "fail", value: "1"});
  });
  it("cannot tell a container's state without an engine", async () => {
    expect(await ask({kind: "container", container: "router"})).toMatchObject({verdict: "inconclusive"});
  });
});

describe("valueAt", () => {
  it("follows names and numbers, and no inherited property", () => {
    const json = {a: [{b: 1}], "": 0};
    expect([
      valueAt(json, "$.a[0].b"),
      valueAt(json, "a.0.b"),
      valueAt(json, "a.1.b"),
      valueAt(json, "constructor")
    ]).toEqual([1, 1, undefined, undefined]);
  });
});
