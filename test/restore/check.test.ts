import {mkdir, mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {check, checkText, type CheckEffects} from "../../loaders/campaign/check/index.js";
import {ownerOf} from "../../loaders/campaign/check/owners.js";
import {readPlan, type LoadedPlan} from "../../loaders/campaign/plan/readPlan.js";
import {HostFailure, type Containers, type ContainerState} from "../../loaders/host/containers/index.js";

const DIGEST = `sha256:${"a".repeat(64)}`;
const GPU = {name: "card", driver: null, cuda: null, power_limit_w: null, ecc: null, pcie_gen: null, pcie_width: null};
const card = (gpu: string, total_mib: number) => ({
  ...GPU,
  gpu,
  total_mib,
  used_mib: 0,
  free_mib: total_mib,
  processes: []
});

const INCUMBENT: ContainerState = {
  identity: {
    id: "1".repeat(64),
    name: "prod",
    image: "x",
    image_id: "x",
    config_sha256: "0".repeat(64),
    host_config_sha256: "0".repeat(64),
    env_sha256: "0".repeat(64),
    command: [],
    mounts: [],
    ports: ["127.0.0.1:30000->30000/tcp"],
    shm_bytes: null,
    restart_policy: "no",
    auto_remove: false,
    labels: {}
  },
  status: "running",
  running: true,
  exit_code: null,
  oom_killed: false,
  error: null,
  started_at: "2026-01-01T00:00:00Z",
  finished_at: null,
  restart_count: 0,
  health: null,
  pid: 1,
  sources: [{type: "bind", source: "/models", target: "/models"}],
  devices: []
};

interface Host {
  incumbent?: Partial<ContainerState> | null;
  labels?: Record<string, string>;
  autoRemove?: boolean;
  image?: HostFailure;
  volumes?: string[];
  left?: ContainerState[];
  server?: {answers: boolean; running: number | null; total: number | null}[];
  present?: string[];
  portFree?: boolean;
  weights?: number;
  gpus?: ReturnType<typeof card>[];
  disk?: number;
  unwritable?: string;
  env?: NodeJS.ProcessEnv;
}

function effectsOf(host: Host): CheckEffects {
  const readings = [...(host.server ?? [{answers: true, running: 0, total: 10}])];
  const refuse = () => Promise.reject(new Error("a check must change nothing"));
  const containers: Containers = {
    engine: () => Promise.resolve({id: "e", version: "1", api_version: "1", kernel: null, runtimes: []}),
    find: () =>
      Promise.resolve(
        host.incumbent === null
          ? null
          : {
              ...INCUMBENT,
              ...host.incumbent,
              identity: {...INCUMBENT.identity, labels: host.labels ?? {}, auto_remove: host.autoRemove ?? false}
            }
      ),
    image: () =>
      host.image ? Promise.reject(host.image) : Promise.resolve({id: "i", digests: [], tags: [], size_bytes: 1}),
    hasVolume: (name) => Promise.resolve((host.volumes ?? []).includes(name)),
    candidates: () => Promise.resolve(host.left ?? []),
    create: refuse,
    start: refuse,
    stop: refuse,
    waitExit: refuse,
    remove: refuse,
    tail: refuse,
    follow: refuse,
    watch: refuse
  };
  return {
    containers,
    local: true,
    gpus: () => Promise.resolve(host.gpus ?? [card("gpu0", 98304), card("gpu1", 98304)]),
    server: () => {
      const [first] = readings;
      if (readings.length > 1) readings.shift();
      return Promise.resolve(first ?? {answers: false, running: null, total: null});
    },
    exists: (path) => Promise.resolve((host.present ?? ["/models"]).includes(path)),
    unwritable: () => Promise.resolve(host.unwritable ?? null),
    portFree: () => Promise.resolve(host.portFree ?? true),
    weightsMib: () => Promise.resolve(host.weights ?? 60_000),
    diskFreeMib: () => Promise.resolve(host.disk ?? 100_000),
    sleep: () => Promise.resolve(),
    env: host.env ?? {},
    // The rule itself belongs to the statistics and is tested there.
    needs: (family) => (family === 1 ? 4 : 5)
  };
}

const plan = (more = "", host = "") => `
lifecycle = "managed"
[campaign]
slug = "x"
[host]
${host}
[incumbent]
container = "prod"
base_url = "http://127.0.0.1:30000"
[[profiles]]
profile = "a"
recipe = "a.toml"
[profiles.stages]
capacity = [{nominal_prompt_tokens = 4096}]
[[profiles]]
profile = "b"
recipe = "a.toml"
[profiles.stages]
capacity = [{nominal_prompt_tokens = 4096}]
${more}`;
const COMPARISON = `
[[comparisons]]
comparison_id = "c"
metric = "decode_tok_s"
baseline = "a"
candidate = "b"
nominal_prompt_tokens = 4096
concurrency = 1
better = "higher"
varies = []
order = "ABBA"
primary = true
protected = []
`;
const recipe = (more = "") => `
name = "a"
schema = "assay.recipe/v1"
served_model = "m"
model = "org/m@1"
image = "r/i@${DIGEST}"
context_tokens = 131072
concurrency = 1
mounts = [{source = "/models", target = "/models"}]
${more}`;

describe("check", () => {
  let root: string;
  let number = 0;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "assay-check-"));
  });
  afterAll(() => rm(root, {recursive: true, force: true}));

  const load = async (planText: string, recipeText: string): Promise<LoadedPlan> => {
    const folder = join(root, String((number += 1)));
    await mkdir(folder);
    await writeFile(join(folder, "policy.toml"), 'schema = "assay.policy/v1"\nname = "default"\n');
    await writeFile(join(folder, "plan.toml"), `policy = "policy.toml"\n${planText}`);
    await writeFile(join(folder, "a.toml"), recipeText);
    return readPlan(join(folder, "plan.toml"));
  };
  const codes = async (host: Host, planText = plan(), recipeText = recipe()) => {
    const result = await check(await load(planText, recipeText), {evidence: root}, effectsOf(host));
    return {problems: result.problems.map((p) => p.code), notes: result.notes.map((n) => n.code), result};
  };

  it("finds nothing to say against a plan whose host is ready", async () => {
    const {problems, result} = await codes({});
    expect(problems).toEqual([]);
    expect(checkText(result)).toMatch(/^Nothing speaks against this campaign. Nothing was touched./);
  });

  it.each<[string, string, Host]>([
    ["an incumbent that the engine deletes when it stops", "incumbent-auto-remove", {autoRemove: true}],
    ["an incumbent of compose", "incumbent-owned", {labels: {"com.docker.compose.project": "p"}}],
    ["an incumbent that is not there", "container-missing", {incumbent: null}],
    ["an incumbent that does not answer", "incumbent-silent", {server: [{answers: false, running: null, total: null}]}],
    ["an incumbent with requests in work", "incumbent-serving", {server: [{answers: true, running: 2, total: 5}]}],
    [
      "an incumbent whose counter moves",
      "incumbent-serving",
      {
        server: [
          {answers: true, running: 0, total: 5},
          {answers: true, running: 0, total: 6}
        ]
      }
    ],
    ["an incumbent whose mount is gone, so that it could not start again", "mount-missing", {present: []}],
    [
      "an incumbent whose named volume is gone, so that it would start with an empty one",
      "mount-missing",
      {incumbent: {sources: [{type: "volume", source: "weights", target: "/w"}]}}
    ],
    ["an image that is not there", "image-missing", {image: new HostFailure("image-missing", "no image")}],
    ["another digest of the image", "digest-wrong", {image: new HostFailure("digest-wrong", "other")}],
    ["an engine that does not answer", "engine-stopped", {image: new HostFailure("engine-stopped", "no answer")}],
    ["candidates that a killed campaign left", "campaign-left", {left: [INCUMBENT]}],
    ["weights that cannot fit the cards beside the reserve", "memory-too-small", {weights: 195_000}],
    ["a full disk", "disk-small", {disk: 10}]
  ])("refuses %s", async (_, code, host) => {
    expect((await codes(host)).problems).toContain(code);
  });

  it("lets an owned incumbent be stopped when the plan says owner_ok", async () => {
    const host = {labels: {"com.docker.compose.project": "p"}};
    const {problems, notes} = await codes(host, plan("", "owner_ok = true"));
    expect(problems).toEqual([]);
    expect(notes).toContain("incumbent-owned");
  });

  it("refuses a port that something else holds, and takes the incumbent's own as free", async () => {
    expect((await codes({portFree: false})).problems).toEqual([]);
    expect((await codes({portFree: false}, plan(), recipe("host_port = 31000"))).problems).toContain("port-taken");
  });

  it("refuses a named volume to read from that the engine lacks, and notes one to write to", async () => {
    const mounts = (readOnly: boolean) =>
      recipe().replace(/mounts = .*/, `mounts = [{source = "cache", target = "/c", read_only = ${readOnly}}]`);
    expect((await codes({}, plan(), mounts(true))).problems).toEqual(["mount-missing"]);
    expect((await codes({volumes: ["cache"]}, plan(), mounts(true))).problems).toEqual([]);
    const written = await codes({}, plan(), mounts(false));
    expect([written.problems, written.notes]).toEqual([[], expect.arrayContaining(["volume-new"])]);
  });

  it("refuses a card that the host does not have", async () => {
    expect((await codes({}, plan(), recipe('gpus = ["2"]'))).problems).toContain("gpu-missing");
  });

  it("refuses a recipe whose variables are not set, and a plan whose key is not", async () => {
    expect((await codes({}, plan(), recipe('env_from = ["HF_TOKEN"]'))).problems).toContain("env-missing");
    expect((await codes({}, plan("", 'api_key_env = "KEY"'))).problems).toContain("env-missing");
    expect((await codes({env: {KEY: "k"}}, plan("", 'api_key_env = "KEY"'))).problems).toEqual([]);
  });

  it("refuses an address that holds a password, since it would be recorded", async () => {
    const text = plan().replace("http://127.0.0.1", "http://me:pass@127.0.0.1");
    expect((await codes({}, text)).problems).toContain("secret-in-address");
  });

  it("cannot tell whether a server without counters is serving, and says so", async () => {
    const {problems, notes} = await codes({server: [{answers: true, running: null, total: null}]});
    expect(problems).toEqual([]);
    expect(notes).toContain("serving-unknown");
  });

  it("says which words the planned boots cannot reach, how many could, and what they cost", async () => {
    const {result} = await codes({}, plan(COMPARISON));
    const note = result.notes.find((n) => n.code === "words-out-of-reach");
    expect(note?.message).toMatch(/^this plan cannot say `faster` \(1 v 1 boots\); 4 boots an arm can, \+\d+ min$/);
    const enough = await codes({}, plan(COMPARISON).replaceAll('recipe = "a.toml"', 'recipe = "a.toml"\nboots = 4'));
    expect(enough.notes).toContain("words-reached");
  });

  it("expects the incumbent to be down for every candidate's boots and its own", async () => {
    const {result} = await codes({});
    expect(result.downtimeHours * 3600).toBeGreaterThan(3 * 420);
    expect(result.hours).toBeGreaterThanOrEqual(result.downtimeHours);
  });

  it("passes over the candidates of the campaign that is resumed", async () => {
    const own = {...INCUMBENT, identity: {...INCUMBENT.identity, labels: {"assay.campaign": "2026-01-01-x"}}};
    const loaded = await load(plan(), recipe());
    const resumed = await check(loaded, {evidence: root, resuming: "2026-01-01-x"}, effectsOf({left: [own]}));
    expect(resumed.problems).toEqual([]);
  });
});

describe("ownerOf", () => {
  it.each([
    ["com.docker.compose.project", "compose project x"],
    ["com.docker.swarm.service.name", "swarm service x"],
    ["com.docker.stack.namespace", "stack x"],
    ["PODMAN_SYSTEMD_UNIT", "systemd unit x"]
  ])("knows an owner by the label %s", (label, owner) => {
    expect(ownerOf({labels: {[label]: "x"}})).toBe(owner);
  });
  it("knows no owner by other labels", () => {
    expect(ownerOf({labels: {team: "serving"}})).toBeNull();
  });
});
