import {appendFileSync} from "node:fs";
import {z} from "zod";
import {Recipe} from "../../../src/schema/recipe.js";
import {openIncumbentHost} from "../../../loaders/campaign/incumbentHost.js";
import {lockHost} from "../../../loaders/campaign/lock.js";
import {realRestoreEffects} from "../../../loaders/campaign/restore/realRestoreEffects.js";
import {startWatchdog} from "../../../loaders/campaign/watchdog/startWatchdog.js";
import {openContainers} from "../../../loaders/host/containers/index.js";
import {createCampaign} from "../../../loaders/record/index.js";

/** A campaign of two candidates without measurements, as a process of its own, so that a test can kill it at any instant. */
const Arguments = z.object({
  evidence: z.string(),
  id: z.string(),
  container: z.string(),
  baseUrl: z.string(),
  recipes: z.array(z.unknown()),
  silenceS: z.number().nullable(),
  /** Gets a line at every step, so that a test knows where it was. */
  steps: z.string()
});

const given = Arguments.parse(JSON.parse(process.argv[2] ?? "{}"));
const step = (name: string) => appendFileSync(given.steps, `${name}\n`);
const effects = {...realRestoreEffects({env: process.env, talk: () => undefined}), graceS: 1};
const unlock = await lockHost((await openContainers().engine()).id);
const writer = await createCampaign({evidence: given.evidence, id: given.id});
const watchdog = given.silenceS === null ? null : startWatchdog({folder: writer.folder, silenceS: given.silenceS});
step("begun");
const host = await openIncumbentHost(
  writer,
  {
    container: given.container,
    baseUrl: given.baseUrl,
    servedModel: null,
    apiKeyEnv: null,
    probes: [{name: "incumbent", kind: "container", container: given.container, state: "running"}],
    nvidiaSmi: null,
    launchS: 20
  },
  effects
);
step("snapshotted");
const candidates = [];
for (const [i, recipe] of given.recipes.entries())
  candidates.push(await host.create(`arm-${i}`, Recipe.parse(recipe), given.evidence));
step("created");
await host.stopIncumbent(1);
step("stopped");
try {
  for (const candidate of candidates) {
    await host.start(candidate, `boot-${candidate.profile}`);
    step(`ready ${candidate.profile}`);
    await host.remove(candidate, 1);
    step(`removed ${candidate.profile}`);
  }
} finally {
  await host.restore();
  step("restored");
  watchdog?.stop();
  await writer.seal();
  await unlock();
}
step("sealed");
