/** A child that runs a plan until its end or its kill. argv: plan, evidence folder, campaign to go on with or "". Says when it begins. */
import {readPlan} from "../../loaders/campaign/plan/readPlan.js";
import {runCampaign} from "../../loaders/campaign/run/runCampaign.js";
import {realRunEffects} from "../../loaders/campaign/run/runEffects.js";

const [plan = "", evidence = "", resume = ""] = process.argv.slice(2);
process.stdout.write("begun\n");
const result = await runCampaign(
  {
    loaded: await readPlan(plan),
    evidence,
    date: "2026-01-02",
    rehearsal: null,
    restoreBy: null,
    resume: resume === "" ? null : resume,
    signal: new AbortController().signal
  },
  {...realRunEffects, talk: () => undefined}
);
process.stdout.write(`done ${result.campaignId}\n`);
