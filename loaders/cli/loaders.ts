import {basename, relative, resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {Command} from "commander";
import {Problem} from "../../src/schema/problem.js";
import {check, checkText, realCheckEffects} from "../campaign/check/index.js";
import {readPlan, type LoadedPlan} from "../campaign/plan/readPlan.js";
import {readRestoreState} from "../campaign/restore/readRestoreState.js";
import {planSecrets} from "../campaign/run/planSecrets.js";
import {runCampaign} from "../campaign/run/runCampaign.js";
import type {Rehearsal} from "../campaign/run/openHost.js";
import {defineCommand, parseArguments, type Definition} from "./definition.js";
import {makeRedactor} from "../record/index.js";
import {evidenceFolder, type CliEffects} from "./effects.js";
import {interruptible} from "./rehearsal/interruptible.js";
import {openRehearsal} from "./rehearsal/openRehearsal.js";
import {progressLines} from "./rehearsal/progressLines.js";

const REHEARSAL = fileURLToPath(new URL("../../configs/rehearsal.toml", import.meta.url));

interface Options {
  check?: true;
  rehearse?: true;
  confirm?: true;
  restoreBy?: string;
  resume?: string;
  date?: string;
  json?: true;
  evidence?: string;
}

export const define = (): Definition =>
  defineCommand(
    new Command("loaders")
      .description("Run a campaign from a plan; without a plan, rehearse one against the embedded simulator.")
      .argument("[plan]", "a plan's TOML")
      .option("--check", "say what would happen and what speaks against it; touch nothing")
      .option("--rehearse", "run the plan against the embedded simulator")
      .option("--confirm", "a managed plan may stop the incumbent")
      .option("--restore-by <time>", "bring the incumbent back by this RFC 3339 time, whatever runs")
      .option("--resume <id>", "go on with this campaign")
      .option("--date <date>", "the campaign's date, YYYY-MM-DD (default: today, UTC)"),
    {
      json: "print the decision as JSON at the end; with --check, what the check found",
      examples: [
        ["npm run loaders", "the rehearsal, against the embedded simulator"],
        ["npm run loaders -- configs/attached-sglang.toml", "measure a server that is already there"],
        ["npm run loaders -- configs/PLAN.toml --check", "what would happen, and what speaks against it"],
        ["npm run loaders -- configs/PLAN.toml --rehearse", "the same campaign against the simulator"],
        ["npm run loaders -- configs/PLAN.toml --confirm", "stop the incumbent, measure, bring it back"],
        ["npm run loaders -- configs/PLAN.toml --resume ID", "go on with a campaign that was killed"]
      ],
      notes:
        "A managed plan stops a server and starts others; it says which and does it only with --confirm.\n" +
        "Ctrl-C ends the current request, brings the host back, and seals what was measured."
    }
  );

/** `loaders`: runs a campaign from a plan; without a plan, the rehearsal. Exit 0 when it ran and its gates pass, 1 when one failed. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const {args, options} = parseArguments<Options>(define(), argv, effects);
  const given = args[0];
  const loaded = await readPlan(given === undefined ? REHEARSAL : resolve(effects.cwd, given));
  const date = dateOf(options.date, effects);
  const restoreBy = timeOf(options.restoreBy);
  const evidence = evidenceFolder(options.evidence, effects);
  const rehearses = given === undefined || options.rehearse === true || loaded.plan.value.simulator !== null;
  if (options.check || !rehearses) {
    const ready = await checkHost(loaded, evidence, options, effects);
    if (options.check || !ready) return ready ? 0 : 2;
    mustConfirm(loaded, options);
  }
  const opened = rehearses ? await openRehearsal(loaded) : null;
  try {
    return await campaign(
      loaded,
      {
        evidence,
        date,
        restoreBy,
        resume: options.resume ?? null,
        rehearsal: opened?.rehearsal ?? null,
        json: options.json === true
      },
      effects
    );
  } finally {
    await opened?.close();
  }
}

async function campaign(
  loaded: LoadedPlan,
  options: {
    evidence: string;
    date: string;
    restoreBy: Date | null;
    resume: string | null;
    rehearsal: Rehearsal | null;
    json: boolean;
  },
  effects: CliEffects
): Promise<number> {
  const lines = progressLines(effects);
  const stop = interruptible(loaded, lines.talk, effects);
  try {
    const result = await runCampaign(
      {...options, loaded, signal: stop.signal, onFolder: (folder) => stop.setCampaign(basename(folder))},
      {
        env: effects.env,
        now: effects.now,
        sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
        talk: lines.talk,
        interactive: effects.interactive
      }
    );
    lines.end();
    const folder = relative(effects.cwd, result.folder) || ".";
    effects.talk(`\nEvidence is sealed in ${folder}\nroot ${result.manifest.root}\n`);
    if (result.interrupted) {
      effects.talk(
        `Interrupted; what was measured is kept.${loaded.plan.value.lifecycle === "managed" ? " The incumbent is back." : ""}\n${nextCommands(result.campaignId, options, loaded, true, effects.cwd)}`
      );
      return 130;
    }
    const code = await decideAndPrint(result.campaignId, options, effects);
    if (!result.restored)
      effects.talk(
        `The incumbent is back, but a field of its proof differs: see ${(await readRestoreState(result.folder)).restored?.file ?? "the journal"}\n`
      );
    if (result.cut !== null)
      effects.talk(`${result.cut}. What the plan still wanted was not measured, and the incumbent was left running.\n`);
    effects.talk(nextCommands(result.campaignId, options, loaded, result.cut !== null, effects.cwd));
    return result.cut === null ? code : Math.max(code, 1);
  } finally {
    stop.done();
    lines.end();
  }
}

async function decideAndPrint(
  campaignId: string,
  {evidence, json}: {evidence: string; json: boolean},
  effects: CliEffects
): Promise<number> {
  const {run: decide} = await import("./decide.js");
  return decide([campaignId, "--evidence", evidence, ...(json ? ["--json"] : [])], effects);
}

function nextCommands(
  id: string,
  options: {evidence: string; rehearsal: Rehearsal | null},
  loaded: LoadedPlan,
  interrupted: boolean,
  cwd: string
): string {
  const at = ` --evidence ${options.evidence}`;
  const managed = loaded.plan.value.lifecycle === "managed";
  const plan = relative(cwd, loaded.plan.path);
  const again =
    managed && options.rehearsal
      ? `npm run loaders -- ${plan} --rehearse${at}    (a rehearsed engine ends with its run: this starts anew)`
      : `npm run loaders -- ${plan} --resume ${id}${options.rehearsal ? " --rehearse" : ""}${managed ? " --confirm" : ""}${at}`;
  const lines = interrupted
    ? [again]
    : [`npm run decide -- ${id} --json${at}`, `npm run verify -- ${id} --deep${at}`, `npm run build --${at}`];
  return `Next:\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

async function checkHost(
  loaded: LoadedPlan,
  evidence: string,
  options: Options,
  effects: CliEffects
): Promise<boolean> {
  const {needs} = await import("../../src/analysis/statistics/needs.js");
  const plan = loaded.plan.value;
  const key = plan.host.api_key_env;
  const result = await check(
    loaded,
    {evidence, ...(options.resume === undefined ? {} : {resuming: options.resume})},
    realCheckEffects({
      env: effects.env,
      managed: plan.lifecycle === "managed",
      apiKey: key === null ? null : (effects.env[key] ?? null),
      needs
    })
  );
  const {text: safe} = makeRedactor(planSecrets(loaded, effects.env));
  const text = safe(`${checkText(result)}\n`);
  if (options.check) effects.out(options.json ? `${JSON.stringify(result)}\n` : text);
  else effects.talk(text);
  return result.problems.length === 0;
}

function mustConfirm(loaded: LoadedPlan, options: Options): void {
  const plan = loaded.plan.value;
  if (plan.lifecycle !== "managed" || options.confirm) return;
  throw new Problem("confirm", `This plan stops the container ${plan.incumbent?.container ?? ""}`, {
    why: `it starts ${plan.profiles.map((profile) => profile.profile).join(", ")} in its place, one after the other, and brings it back at the end`,
    where: loaded.plan.path,
    left: "nothing was stopped",
    next: "run it again with --confirm; --check tells for how long, --rehearse shows it without touching anything"
  });
}

function dateOf(given: string | undefined, effects: CliEffects): string {
  if (given === undefined) return effects.now().toISOString().slice(0, 10);
  if (/^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(Date.parse(given))) return given;
  throw new Problem("loaders.date", `"${given}" is not a date`, {next: "give it as YYYY-MM-DD"});
}

function timeOf(given: string | undefined): Date | null {
  if (given === undefined) return null;
  const time = new Date(given);
  if (!Number.isNaN(time.getTime()) && /T.*(Z|[+-]\d\d:\d\d)$/.test(given)) return time;
  throw new Problem("loaders.restore-by", `"${given}" is not a time`, {
    next: "give it as RFC 3339 with its zone, such as 2026-09-02T06:00:00Z"
  });
}
