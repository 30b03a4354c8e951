import {spawn, type ChildProcess} from "node:child_process";
import {createHash} from "node:crypto";
import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {RestorationRecord} from "../../../src/schema/host.js";
import {RequestRecord} from "../../../src/schema/request.js";
import {StageRecord} from "../../../src/schema/stage.js";

/** A command that runs. */
export interface Run {
  child: ChildProcess;
  /** Resolves to the exit code, null after a signal, with what it said. */
  ended: Promise<{code: number | null; said: string}>;
}

/** Waits until something is so; what throws is not so yet. */
export async function until(what: () => Promise<boolean>, ms = 180_000): Promise<void> {
  for (const end = Date.now() + ms; !(await what().catch(() => false));) {
    if (Date.now() > end) throw new Error(`did not happen within ${ms} ms`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** One campaign `id` below `evidence`, run by the command line as an operator would, and its files as they are now. */
export class CliCampaign {
  readonly #living = new Set<ChildProcess>();

  constructor(
    readonly evidence: string,
    readonly id: string,
    readonly env: NodeJS.ProcessEnv
  ) {}

  get folder(): string {
    return join(this.evidence, this.id);
  }

  command(args: string[], more: NodeJS.ProcessEnv = {}): Run {
    const child = spawn(process.execPath, ["--import", "tsx", "loaders/cli.ts", ...args, "--evidence", this.evidence], {
      env: {...this.env, ...more},
      stdio: ["ignore", "pipe", "pipe"]
    });
    this.#living.add(child);
    child.once("exit", () => this.#living.delete(child));
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => (said += piece.toString()));
    const ended = new Promise<{code: number | null; said: string}>((done) =>
      child.on("close", (code) => done({code, said}))
    );
    return {child, ended};
  }

  /** Begins the campaign of a managed plan. */
  begin(plan: string, more: NodeJS.ProcessEnv = {}, ...args: string[]): Run {
    return this.command(["loaders", plan, "--confirm", "--date", this.id.slice(0, 10), ...args], more);
  }

  /** After a test that failed in the middle: ends what still runs, so that the next one finds nobody at work. */
  async end(): Promise<void> {
    for (const child of this.#living) child.kill("SIGKILL");
    if (this.#living.size > 0) await this.command(["restore"]).ended;
  }

  /** Whole lines of the journal so far. */
  async journalLines(): Promise<number> {
    return (await readFile(join(this.folder, "journal.jsonl"), "utf8").catch(() => "")).split("\n").length - 1;
  }

  async journalled(text: string): Promise<boolean> {
    return (await readFile(join(this.folder, "journal.jsonl"), "utf8")).includes(text);
  }

  async files(): Promise<string[]> {
    const entries = await readdir(this.folder, {recursive: true, withFileTypes: true});
    return entries
      .filter((e) => e.isFile())
      .map((e) => join(e.parentPath, e.name))
      .sort();
  }

  async hashes(): Promise<string[]> {
    const hash = async (file: string) =>
      createHash("sha256")
        .update(await readFile(file))
        .digest("hex");
    return Promise.all((await this.files()).map(async (file) => `${file} ${await hash(file)}`));
  }

  async requests(): Promise<RequestRecord[]> {
    const found: RequestRecord[] = [];
    for (const file of (await this.files()).filter((f) => f.endsWith(".requests.jsonl"))) {
      const lines = (await readFile(file, "utf8")).split("\n").slice(0, -1);
      found.push(...lines.map((line) => RequestRecord.parse(JSON.parse(line))));
    }
    return found;
  }

  /** What each measured request was, once, sorted: the incumbent answers the same prompts before and after. */
  async measured(): Promise<string[]> {
    return (await this.requests())
      .filter((r) => r.phase === "measured")
      .map((r) => `${r.profile === "incumbent" ? r.boot_id : r.profile} ${r.stage.slice(3)} ${r.prompt_id ?? ""}`)
      .sort();
  }

  async stage(profile: string, stage: string): Promise<StageRecord> {
    return StageRecord.parse(JSON.parse(await readFile(join(this.folder, profile, `${stage}.json`), "utf8")));
  }

  async restoration(): Promise<RestorationRecord> {
    return RestorationRecord.parse(JSON.parse(await readFile(join(this.folder, "restoration.json"), "utf8")));
  }
}
