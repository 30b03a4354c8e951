import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {readPlan} from "../../loaders/campaign/plan/readPlan.js";
import {runCampaign} from "../../loaders/campaign/run/runCampaign.js";
import type {Rehearsal} from "../../loaders/campaign/run/openHost.js";
import {main} from "../../loaders/cli.js";
import {verifyCampaign} from "../../loaders/record/index.js";
import {startSimulator} from "../../loaders/simulator/index.js";
import {computePages} from "../../src/data/computePages.js";
import {method} from "../../src/data/method.js";
import {openCampaigns} from "../../src/data/openCampaigns.js";
import {startEchoServer} from "./echoServer.js";
import {plant, plantsInFolder, plantsInText} from "./plants.js";

const KEY = plant("api-key-of-the-environment");
const SECRETS = {
  taken: plant("recipe-env-from"),
  recipeEnv: plant("recipe-env"),
  recipeFlag: plant("recipe-flag"),
  recipeUrl: plant("recipe-url-password"),
  planUrl: plant("plan-url-password"),
  probeUrl: plant("probe-url-password"),
  containerEnv: plant("container-env"),
  containerUrl: plant("container-url-password"),
  containerFlag: plant("container-flag"),
  containerJoined: plant("container-joined-flag")
};
const ALL = [KEY, ...Object.values(SECRETS)];
const IMAGE = `r/candidate@sha256:${"c".repeat(64)}`;

const recipe = (port: number) => `schema = "assay.recipe/v1"
name = "arm"
served_model = "arm-model"
model = "org/model@1"
image = "${IMAGE}"
context_tokens = 131072
concurrency = 1
host_port = ${port}
command = ["python3", "-m", "sglang.launch_server", "--model-path", "/models/m", "--served-model-name", "arm-model",
  "--port", "30000", "--tp-size", "2", "--context-length", "131072", "--enable-metrics",
  "--api-key", "${KEY}", "--admin-api-key=${SECRETS.recipeFlag}"]
env_from = ["REGISTRY_PASSWORD"]
[env]
HF_TOKEN = "${SECRETS.recipeEnv}"
TRACE_URL = "http://operator:${SECRETS.recipeUrl}@traces:4317"
`;

const STAGES = `preflight = true
preflight_checks = ["smoke", "tools"]
capacity = [{nominal_prompt_tokens = 256, max_tokens = 8, repeats = 2}]`;

let home: string;
let evidence: string;
const told: string[] = [];
const env = {
  ...process.env,
  TEST_API_KEY: KEY,
  REGISTRY_PASSWORD: SECRETS.taken,
  ASSAY_STATE_DIR: "",
  HOME: ""
};

async function runPlan(name: string, text: string, rehearsal: Rehearsal | null): Promise<string> {
  const path = join(home, `${name}.toml`);
  await writeFile(path, text);
  const {folder} = await runCampaign(
    {
      loaded: await readPlan(path),
      evidence,
      date: "2026-01-02",
      rehearsal,
      restoreBy: null,
      resume: null,
      signal: new AbortController().signal
    },
    {
      env,
      now: () => new Date(),
      sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
      talk: (line) => void told.push(line),
      interactive: false
    }
  );
  return folder;
}

/** A command's stdout and stderr as one text. */
async function said(...argv: string[]): Promise<string> {
  const texts: string[] = [];
  const keep = (text: string) => void texts.push(text);
  await main(argv, {
    out: keep,
    talk: keep,
    env,
    cwd: home,
    now: () => new Date("2026-01-05T00:00:00Z"),
    interactive: false
  });
  return texts.join("");
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "assay-planted-"));
  env.ASSAY_STATE_DIR = join(home, "state");
  env.HOME = home;
  evidence = join(home, "evidence");
  await mkdir(evidence);
});
afterAll(() => rm(home, {recursive: true, force: true}));

describe("a secret that is planted", () => {
  it("in the environment, containers, recipes, command lines, addresses and the server's own log and info lands in no evidence", async () => {
    const simulator = await startSimulator({
      timeScale: 0.002,
      apiKey: KEY,
      managed: {
        images: [IMAGE],
        incumbent: {
          name: "prod",
          env: [`OPENAI_API_KEY=${SECRETS.containerEnv}`, `DB=postgres://u:${SECRETS.containerUrl}@db/x`],
          command: [
            ...["python3", "-m", "sglang.launch_server", "--model-path", "/models/old", "--served-model-name", "old"],
            ...["--port", "30000", "--tp-size", "2", "--context-length", "131072", "--api-key", KEY],
            ...["--hf-token", SECRETS.containerFlag, `--ssl-keyfile-password=${SECRETS.containerJoined}`]
          ]
        }
      }
    });
    try {
      await writeFile(join(home, "arm.toml"), recipe(0));
      const folder = await runPlan(
        "managed",
        `lifecycle = "managed"
campaign.slug = "managed"
host.api_key_env = "TEST_API_KEY"
probes = [{name = "p", kind = "http", url = "http://operator:${SECRETS.probeUrl}@127.0.0.1:1/x"}]
[incumbent]
container = "prod"
base_url = "http://operator:${SECRETS.planUrl}@127.0.0.1:1"
measure = [{nominal_prompt_tokens = 256, max_tokens = 8, repeats = 1}]
[limits]
settle_s = 0
[[profiles]]
profile = "arm"
recipe = "arm.toml"
[profiles.stages]
${STAGES}
`,
        {
          baseUrl: simulator.baseUrl,
          nvidiaSmi: simulator.nvidiaSmiArgv,
          dockerHost: simulator.dockerHost,
          timeScale: 0.002
        }
      );
      expect(await plantsInFolder(folder, ALL)).toEqual([]);
      expect((await verifyCampaign(folder, {deep: true})).problems).toEqual([]);
      // What is kept of the recipe still says how the model was served.
      const kept = await readFile(join(folder, "recipes/arm.toml.redacted"), "utf8");
      expect(kept).toContain('served_model = "arm-model"');
      expect(kept).toContain("[redacted]");
    } finally {
      await simulator.close();
    }
  }, 240_000);

  it("and handed back by a server in bodies, errors, headers, answers and pieces lands in no evidence", async () => {
    const server = await startEchoServer();
    try {
      const url = server.baseUrl.replace("://", `://operator:${SECRETS.planUrl}@`);
      const folder = await runPlan(
        "echo",
        `lifecycle = "attached"
host.base_url = "${url}"
host.api_key_env = "TEST_API_KEY"
host.nvidia_smi = "none"
limits = {settle_s = 0, stall_s = 5, first_output_s = 10, total_s = 20}
campaign.slug = "echo"
[[profiles]]
profile = "as-served"
[profiles.stages]
thinking = true
${STAGES}
`,
        null
      );
      expect([...server.seen].join()).toContain(KEY);
      expect(await plantsInFolder(folder, ALL)).toEqual([]);
      expect((await verifyCampaign(folder, {deep: true})).problems).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it("in a foreign file, under a name, in an address, a header or a command, is not imported", async () => {
    const foreign = JSON.parse(await readFile("test/input/import/vllm.json", "utf8")) as Record<string, unknown>;
    const spots = {
      api_key: plant("foreign-field"),
      base_url: `http://user:${plant("foreign-address")}@host:8000/v1`,
      command: `vllm bench serve --api-key ${plant("foreign-flag")} --header "Authorization: Bearer ${plant("foreign-header")}"`,
      argv: ["vllm", "--hf-token", plant("foreign-argument")],
      environment: [`WANDB_API_KEY=${plant("foreign-variable")}`],
      headers: {Authorization: `Basic ${Buffer.from(`u:${plant("foreign-basic")}`).toString("base64")}`},
      nested: JSON.stringify({client_secret: plant("foreign-nested")})
    };
    const planted = [...JSON.stringify(spots).matchAll(/hunter-[a-z-]+-Zq7w/g), [plant("foreign-basic")]].map(
      ([secret]) => String(secret)
    );
    expect(planted.length).toBe(8);
    await writeFile(join(home, "vllm.json"), JSON.stringify({...foreign, ...spots}));
    const text = await said("import", "vllm.json", "--campaign", "2026-01-02-foreign", "--evidence", evidence);
    expect(plantsInText("import", text, planted)).toEqual([]);
    expect(await plantsInFolder(join(evidence, "2026-01-02-foreign"), planted)).toEqual([]);
    ALL.push(...planted);
  });

  it("is in no progress, decision, page data, export or table of those campaigns", async () => {
    expect(plantsInText("progress", told.join("\n"), ALL)).toEqual([]);
    const pages = join(home, "pages");
    await computePages(await openCampaigns(evidence, () => undefined), {method: await method(), problems: []}, pages);
    expect(await plantsInFolder(pages, ALL)).toEqual([]);
    const exported = await said("export", join(home, "exported"), "--evidence", evidence, "--json");
    expect(plantsInText("export", exported, ALL)).toEqual([]);
    expect(await plantsInFolder(join(home, "exported"), ALL)).toEqual([]);
    for (const id of ["2026-01-02-managed", "2026-01-02-echo", "2026-01-02-foreign"]) {
      const decision = await said("decide", id, "--json", "--evidence", evidence);
      expect(decision).toContain("assay.decision/v1");
      expect(plantsInText(`decide ${id}`, decision, ALL)).toEqual([]);
    }
    // Parquet is packed: every table is read back.
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const files = (await readdir(join(home, "exported"), {recursive: true})).filter((name) =>
      name.endsWith(".parquet")
    );
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const path = join(home, "exported", file).replaceAll("'", "''");
      const rows = await connection.runAndReadAll(`select * from read_parquet('${path}')`);
      expect(plantsInText(file, JSON.stringify(rows.getRowObjectsJson()), ALL)).toEqual([]);
    }
    connection.closeSync();
    instance.closeSync();
  }, 240_000);

  it("is in no error: unreachable and malformed addresses, bad TOML, unknown keys, a server that refuses", async () => {
    const plan = async (name: string, text: string) => {
      await writeFile(join(home, name), text);
      return said("loaders", name, "--evidence", join(home, "none"));
    };
    const secret = plant("error");
    const profile =
      '\ncampaign.slug = "x"\nhost.nvidia_smi = "none"\n[[profiles]]\nprofile = "p"\nstages = {preflight = true}\n';
    const texts = [
      await plan("a.toml", `lifecycle = "attached"\nhost.base_url = "http://u:${secret}@127.0.0.1:1"${profile}`),
      await plan("b.toml", `lifecycle = "attached"\nhost.base_url = "htp://u:${secret}@127.0.0.1:1"${profile}`),
      await plan("c.toml", `lifecycle = "attached"\nhost.api_key = "${secret}"${profile}`),
      await plan("d.toml", `lifecycle = "attached"\nhost.api_key = "${secret}${profile}`),
      await said("init", "--base-url", `http://u:${secret}@127.0.0.1:1`),
      await said("init", "--base-url", `ftp://u:${secret}@127.0.0.1:1`),
      await said("loaders", "--api-key", secret),
      await said("import", join(home, "a.toml"), "--evidence", join(home, "none"))
    ];
    expect(texts.filter((text) => text.length < 20)).toEqual([]);
    expect(plantsInText("errors", texts.join("\n"), [secret])).toEqual([]);
    const server = await startEchoServer();
    try {
      await writeFile(
        join(home, "e.toml"),
        `lifecycle = "attached"\nhost.base_url = "${server.baseUrl}/lost"\nhost.api_key_env = "TEST_API_KEY"${profile}`
      );
      const refused = await said("loaders", "e.toml", "--evidence", join(home, "none"));
      expect(refused).toMatch(/cannot be measured/);
      expect(plantsInText("refused", refused, ALL)).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
