/** A child that records a hundred stages, seals and verifies. argv: evidence folder. */
import {execFileSync} from "node:child_process";
import {createCampaign, verifyCampaign} from "../../loaders/record/index.js";
import {framesOf, recordOf} from "./smallCampaign.js";

// The limit comes after the imports: how many files Node opens at once to load a program is not what is tested.
execFileSync("prlimit", ["--pid", String(process.pid), "--nofile=64:64"]);

const writer = await createCampaign({evidence: process.argv[2] ?? "", id: "2026-01-02-many"});
for (let n = 0; n < 100; n += 1) {
  const stage = writer.stage("p", await writer.nextStage("p", "capacity"));
  const frames = framesOf(stage.requestId(0));
  await stage.appendRequest(recordOf("p", stage.stage, 0, frames), frames);
  await stage.close();
}
await writer.seal();
const {problems, derived} = await verifyCampaign(writer.folder, {deep: true});
process.stdout.write(`${problems.length} problems, ${derived} requests derived again\n`);
