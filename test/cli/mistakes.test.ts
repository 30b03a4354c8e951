import {execFile} from "node:child_process";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {createServer} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {promisify} from "node:util";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {mapEngineError} from "../../loaders/host/containers/mapEngineError.js";
import {failureSentence} from "../../loaders/host/client/failureSentence.js";
import {startSimulator, type Simulator} from "../../loaders/simulator/index.js";
import {command} from "./commandLine.js";

let folder = "";
let open: Simulator;
let keyed: Simulator;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-mistakes-"));
  [open, keyed] = await Promise.all([
    startSimulator({timeScale: 0.01}),
    startSimulator({timeScale: 0.01, apiKey: "right"})
  ]);
});
afterAll(async () => {
  await Promise.all([open.close(), keyed.close()]);
  await rm(folder, {recursive: true, force: true});
});

async function plan(baseUrl: string, more: {host?: string; profile?: string} = {}): Promise<string> {
  const path = join(await mkdtemp(join(folder, "plan-")), "plan.toml");
  await writeFile(
    path,
    `lifecycle = "attached"\n[campaign]\nslug = "x"\n[host]\nbase_url = ${JSON.stringify(baseUrl)}\n${more.host ?? ""}\n` +
      `[[profiles]]\nprofile = "p"\n${more.profile ?? ""}\n[profiles.stages]\nreserve = true\n`
  );
  return path;
}
const check = async (path: string, env: NodeJS.ProcessEnv = {}, evidence = join(folder, "evidence")) =>
  command(["loaders", path, "--check", "--evidence", evidence], {env});

/** A port of loopback on which nothing listens. */
async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 1}`;
}

describe("the ten likeliest mistakes are told with the next step", () => {
  it("1, wrong port", async () => {
    const url = await deadAddress();
    const {code, out} = await check(await plan(url));
    expect(code).toBe(2);
    expect(out).toContain(`problem ${url}: The server does not answer there: the connection was refused`);
    expect(out).toContain("next: Start it, or correct host.base_url. SGLang listens on 30000");
    const init = await command(["init", "--base-url", url, "--out", "-"]);
    expect([init.code, init.out]).toEqual([2, ""]);
    expect(init.talk).toContain("check that the server runs, and --base-url");
  });

  it("2, no key, an unset variable, or another key", async () => {
    const none = await check(await plan(keyed.baseUrl));
    expect(none.code).toBe(2);
    expect(none.out).toContain("Name the variable that holds its key as host.api_key_env, and set it.");
    const path = await plan(keyed.baseUrl, {host: 'api_key_env = "MY_KEY"'});
    expect((await check(path)).out).toContain("The environment lacks MY_KEY");
    const wrong = await check(path, {MY_KEY: "wrong"});
    expect(wrong.out).toContain("Set MY_KEY to the server's key.");
    expect(wrong.out).not.toContain('wrong"');
    expect((await check(path, {MY_KEY: "right"})).code).toBe(0);
    const init = ["init", "--base-url", keyed.baseUrl, "--out", "-"];
    expect((await command(init)).talk).toContain("--api-key-env NAME");
    expect((await command([...init, "--api-key-env", "MY_KEY"])).talk).toContain("export MY_KEY=...");
    expect((await command([...init, "--api-key-env", "MY_KEY"], {env: {MY_KEY: "wrong"}})).talk).toContain(
      "next: set MY_KEY to the server's key"
    );
  });

  it("3, a model's name that the server does not know", async () => {
    const path = await plan(open.baseUrl, {profile: 'served_model = "glm53-flash-simulatd"'});
    const {code, out} = await check(path);
    expect(code).toBe(2);
    expect(out).toContain('Did you mean "glm53-flash-simulated"?');
    const init = await command(["init", "--base-url", open.baseUrl, "--model", "glm", "--out", "-"]);
    expect(init.talk).toContain('it offers "glm53-flash-simulated"');
  });

  it("4, a plan with two unknown keys and a wrong type: all three at once", async () => {
    const path = await plan(open.baseUrl, {host: "flush_okay = true", profile: 'boots = "two"\nconcurency = 2'});
    const {code, talk, out} = await command(["loaders", path]);
    expect([code, out]).toEqual([2, ""]);
    expect(talk).toContain("The plan has 3 problems");
    expect(talk).toContain('host.flush_okay: unknown key; did you mean "flush_ok"?');
    expect(talk).toContain('profiles[0].concurency: unknown key; did you mean "concurrency"?');
    expect(talk).toMatch(/profiles\[0\]\.boots: .*expected number.*it is "two"/);
  });

  it("5, no container engine", async () => {
    const {code, out} = await command(
      ["loaders", "configs/managed-two-gpus.toml", "--check", "--evidence", join(folder, "evidence")],
      {env: {DOCKER_HOST: `unix://${folder}/none.sock`}}
    );
    expect(code).toBe(2);
    expect(out).toContain("The container engine does not answer");
    expect(out).toContain("Install Docker or start it (`sudo systemctl start docker`), or set DOCKER_HOST");
  });

  it("6, no permission on the engine's socket", () => {
    const denied = Object.assign(new Error("connect EACCES /var/run/docker.sock"), {code: "EACCES"});
    const failure = mapEngineError(denied, "listing containers", "/var/run/docker.sock");
    expect(failure.code).toBe("engine-forbidden");
    expect(failure.message).toContain("This user may not use the container engine");
    expect(failure.next).toContain("sudo usermod -aG docker $USER");
  });

  it("7, no nvidia-smi", async () => {
    const path = await plan(open.baseUrl, {host: 'nvidia_smi = ["no-such-nvidia-smi"]'});
    const {code, out} = await check(path);
    expect(code).toBe(0);
    expect(out).toContain("No card can be read with no-such-nvidia-smi: the reserve gate cannot pass here");
    expect(out).toContain('or write nvidia_smi = "none" and declare reserve not_applicable');
    expect((await check(await plan(open.baseUrl, {host: 'nvidia_smi = "none"'}))).out).not.toContain("No card");
  });

  it("8, an evidence folder that cannot be written", async () => {
    const path = await plan(open.baseUrl);
    await writeFile(join(folder, "a-file"), "");
    const {code, out} = await check(path, {}, join(folder, "a-file"));
    expect(code).toBe(2);
    expect(out).toContain(`Evidence cannot be written there: ${folder}/a-file is a file`);
    expect(out).toContain("Change the folder's owner or mode, or give --evidence DIR.");
  });

  it("9, an old Node, before anything that it cannot read is loaded", async () => {
    const old = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"18.19.0"}})';
    const run = promisify(execFile)(process.execPath, ["--import", old, "loaders/bin.mjs", "start"]);
    const {code, stderr, stdout} = (await run.catch(
      (error: {code: number; stderr: string; stdout: string}) => error
    )) as {
      code: number;
      stderr: string;
      stdout: string;
    };
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Assay needs Node 20.19 or newer; this is 18.19.");
    expect(stderr).toContain("next: install a newer Node");
  });

  it("10, no network: the name is not known, and the sentence says so", () => {
    expect(failureSentence(Object.assign(new Error(), {code: "ENOTFOUND"}))).toContain("name is not known (DNS)");
    expect(failureSentence(Object.assign(new Error(), {code: "ENETUNREACH"}))).toContain("network cannot be reached");
  });
});
