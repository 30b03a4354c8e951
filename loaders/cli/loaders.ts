import {resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {Command} from "commander";
import {readPlan} from "../campaign/plan/readPlan.js";
import {runCampaign, type Rehearsal} from "../campaign/runCampaign.js";
import {evidenceFolder, type CliEffects} from "./effects.js";

const REHEARSAL = fileURLToPath(new URL("../../configs/rehearsal.toml", import.meta.url));

const EXAMPLES = `
Examples:
  npm run loaders                                        the rehearsal, against the embedded simulator
  npm run loaders -- configs/attached-sglang.toml        measure a server that is already there
  npm run loaders -- configs/PLAN.toml --check           what would happen, and what cannot be known yet
  npm run loaders -- configs/PLAN.toml --rehearse        the same campaign against the simulator
  npm run loaders -- configs/PLAN.toml --confirm         stop the incumbent, measure, bring it back
  npm run loaders -- configs/PLAN.toml --resume ID       go on with a campaign that was killed`;

/** `loaders`: runs a campaign from a plan; without a plan, the rehearsal. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const command = new Command("loaders")
    .description("Run a campaign from a plan; without a plan, rehearse one against the embedded simulator")
    .argument("[plan]", "a plan's TOML")
    .option("--rehearse", "run the plan against the embedded simulator")
    .option("--date <date>", "the campaign's date, YYYY-MM-DD")
    .option("--evidence <dir>", "folder that holds the campaigns", "evidence")
    .addHelpText("after", EXAMPLES)
    .exitOverride()
    .configureOutput({writeOut: (text) => effects.out(text), writeErr: (text) => effects.talk(text)});
  command.parse(argv, {from: "user"});
  const options = command.opts<{rehearse?: true; date?: string; evidence: string}>();
  const given = command.args[0];
  const loaded = await readPlan(given === undefined ? REHEARSAL : resolve(effects.cwd, given));
  const plan = loaded.plan.value;
  const rehearses = given === undefined || options.rehearse === true || plan.simulator !== null;
  const stop = new AbortController();
  let rehearsal: Rehearsal | null = null;
  let close = async () => {};
  if (rehearses) {
    const {startSimulator} = await import("../simulator/index.js");
    const timeScale = plan.simulator?.time_scale ?? 0.05;
    const simulator = await startSimulator({
      timeScale,
      seed: plan.simulator?.seed ?? 1,
      faults: plan.simulator?.faults ?? []
    });
    close = () => simulator.close();
    rehearsal = {
      baseUrl: simulator.baseUrl,
      nvidiaSmi: simulator.nvidiaSmiArgv,
      dockerHost: simulator.dockerHost,
      timeScale
    };
  }
  try {
    const result = await runCampaign(
      {
        loaded,
        evidence: evidenceFolder(options.evidence, effects),
        date: options.date ?? effects.now().toISOString().slice(0, 10),
        rehearsal,
        signal: stop.signal
      },
      {
        env: effects.env,
        now: effects.now,
        sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
        talk: (line) => effects.talk(`${line}\n`)
      }
    );
    effects.out(`${result.folder}\n`);
    effects.talk(`sealed; root ${result.manifest.root}\n`);
    return 0;
  } finally {
    await close();
  }
}
