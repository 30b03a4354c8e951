/** A child that records requests until it is killed, and says which of them were acknowledged. argv: evidence folder, ready-made campaign or "". */
import {createCampaign, openCampaign} from "../../loaders/record/index.js";
import {framesOf, recordOf} from "./smallCampaign.js";

const [evidence = "", folder = ""] = process.argv.slice(2);
const writer =
  folder === "" ? await createCampaign({evidence, id: "2026-01-02-killed"}) : (await openCampaign(folder)).writer;
const stage = writer.stage("p", await writer.nextStage("p", "capacity"));
process.stdout.write(`stage ${stage.stage}\n`);
for (let i = 0; ; i += 1) {
  const frames = framesOf(
    stage.requestId(i),
    Array.from({length: 200}, (_, n) => ` word${n}`)
  );
  await stage.appendRequest(recordOf("p", stage.stage, i, frames), frames);
  process.stdout.write(`done ${stage.requestId(i)}\n`);
  if (i % 3 === 0) await writer.log("tick", {i});
}
