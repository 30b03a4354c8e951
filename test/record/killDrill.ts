import {spawn} from "node:child_process";
import {mkdir, readdir, rm, writeFile} from "node:fs/promises";
import {join, resolve} from "node:path";
import {linesOf, verifyCampaign, walkCampaign} from "../../loaders/record/index.js";
import {RequestRecord} from "../../src/schema/request.js";
import {bundle} from "../support/bundle.js";

/** A plan of a few seconds on a server that is there: function, thinking, two points and an endurance run. */
const planText = (baseUrl: string) => `lifecycle = "attached"
host.base_url = "${baseUrl}"
host.nvidia_smi = "none"
host.flush_ok = true
limits.settle_s = 0
campaign.slug = "killed"
[[profiles]]
profile = "as-served"
[profiles.stages]
preflight = true
preflight_checks = ["smoke"]
thinking = true
endurance = {requests = 4, nominal_prompt_tokens = 128, max_tokens = 8}
capacity = [
  {nominal_prompt_tokens = 128, max_tokens = 8, repeats = 2, concurrency = 2},
  {nominal_prompt_tokens = 256, max_tokens = 8, repeats = 3},
]
`;

const PROGRAM = resolve(".assay/drills/kills/runPlan.mjs");

/** How one run of the child went. */
interface Ran {
  /** From its first word to its end, ms. */
  lasted: number;
  killed: boolean;
  code: number | null;
  said: string;
}

/** Where the drills of one test lie, and the server that they measure. */
export class KillDrill {
  readonly plan: string;
  readonly evidence: string;

  /** `wrapped`: a program with arguments that runs the child. */
  constructor(
    private readonly home: string,
    private readonly wrapped: readonly string[] = []
  ) {
    this.plan = join(home, "plan.toml");
    this.evidence = join(home, "evidence");
  }

  async prepare(baseUrl: string): Promise<void> {
    await mkdir(this.evidence, {recursive: true});
    await writeFile(this.plan, planText(baseUrl));
    // It lies as deep as its sources, since paths are relative to it.
    await bundle("test/record/runPlan.ts", PROGRAM);
  }

  /** Runs the plan, or goes on with a campaign; SIGKILL after some ms of its work, null: never. */
  run(resume: string, killAfterMs: number | null): Promise<Ran> {
    const [command = "", ...argv] = [...this.wrapped, process.execPath, PROGRAM, this.plan, this.evidence, resume];
    const child = spawn(command, argv, {
      stdio: ["ignore", "pipe", "pipe"],
      env: {...process.env, XDG_STATE_HOME: join(this.home, "state")}
    });
    let said = "";
    let begun = 0;
    let timer: NodeJS.Timeout | undefined;
    child.stderr.on("data", (text: Buffer) => (said += text.toString()));
    child.stdout.on("data", () => {
      if (begun !== 0) return;
      begun = performance.now();
      if (killAfterMs !== null) timer = setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    });
    return new Promise((done) =>
      child.once("close", (code, signal) => {
        clearTimeout(timer);
        done({lasted: performance.now() - begun, killed: signal === "SIGKILL", code, said});
      })
    );
  }

  /** The one campaign that is there; null when it was killed before it had a folder. */
  async campaign(): Promise<string | null> {
    // A hidden folder is one that never got its name.
    return (await readdir(this.evidence)).find((name) => !name.startsWith(".")) ?? null;
  }

  /** What verify says of it, deep, as sentences. */
  async problems(campaign: string): Promise<{sealed: boolean; problems: string[]}> {
    const {sealed, problems} = await verifyCampaign(join(this.evidence, campaign), {deep: true});
    return {sealed, problems: problems.map(({file, what}) => `${file}: ${what}`)};
  }

  /** Every measured request that counts, as its stage without number, and its index; in order. */
  async measured(campaign: string): Promise<string[]> {
    const folder = join(this.evidence, campaign);
    const found: string[] = [];
    for (const path of (await walkCampaign(folder)).files.filter((file) => file.endsWith(".requests.jsonl")))
      for await (const {bytes, ended} of linesOf(join(folder, path))) {
        if (!ended) continue;
        const record = RequestRecord.parse(JSON.parse(bytes.toString("utf8")));
        if (record.phase === "measured") found.push(`${record.stage.replace(/^\d+-/, "")}#${record.index}`);
      }
    return found.sort();
  }

  async clear(): Promise<void> {
    await rm(this.evidence, {recursive: true, force: true});
    await mkdir(this.evidence);
  }
}
