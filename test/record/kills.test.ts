import {appendFileSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {startSimulator, type Simulator} from "../../loaders/simulator/index.js";
import {random} from "../statistics/random.js";
import {KillDrill} from "./killDrill.js";

/** More on demand: ASSAY_CAMPAIGN_KILLS=300; ASSAY_DRILL_LOG=FILE gets a line a kill. */
const kills = Number(process.env.ASSAY_CAMPAIGN_KILLS ?? 2);
const note = (line: string) => {
  if (process.env.ASSAY_DRILL_LOG !== undefined) appendFileSync(process.env.ASSAY_DRILL_LOG, `${line}\n`);
};

/** All that a kill may leave of a record, as `verify` names it. */
const LEFT_BY_A_KILL = [
  /\.wire\.jsonl\.gz: its last member is cut$/,
  /\.wire\.jsonl\.gz: frames of \S+ have no request line$/,
  /\.tmp: it is not in the manifest$/,
  /^SHA256SUMS: it is missing$/
];

let home: string;
let simulator: Simulator;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "assay-kills-"));
  simulator = await startSimulator({timeScale: 0.01, seed: 5});
});
afterEach(async () => {
  await simulator.close();
  await rm(home, {recursive: true, force: true});
});

describe("a campaign that is killed at a random instant", () => {
  it(
    "leaves evidence that verifies, and goes on to every planned request exactly once",
    async () => {
      const drill = new KillDrill(home);
      await drill.prepare(simulator.baseUrl);
      expect(await drill.run("", null)).toMatchObject({code: 0, said: ""});
      let {lasted} = await drill.run("", null);
      const [first, second] = ["2026-01-02-killed", "2026-01-02-killed-2"];
      const planned = await drill.measured(first);
      expect(await drill.measured(second)).toEqual(planned);
      expect(new Set(planned).size).toBe(planned.length);
      const draw = random(17);
      const seen = {kills: 0, resumes: 0, noFolder: 0, ended: 0};
      while (seen.kills < kills) {
        await drill.clear();
        let campaign = "";
        // One in four is killed again while it goes on.
        for (let again = true; again; again = again && draw() < 0.25) {
          const at = draw() * lasted;
          const {killed, lasted: took} = await drill.run(campaign, at);
          const found = await drill.campaign();
          note(`kill ${seen.kills + 1} at ${Math.round(at)} of ${Math.round(lasted)} ms: ${found ?? "no folder yet"}`);
          again = killed && found !== null;
          if (killed && found === null) seen.noFolder += 1;
          if (!killed) {
            // The machine has less to do than before: instants are drawn over what a run takes now.
            seen.ended += 1;
            lasted = took;
          }
          if (!again || found === null) break;
          seen.kills += 1;
          campaign = found;
          const {problems} = await drill.problems(campaign);
          for (const problem of problems) note(`  left: ${problem}`);
          expect(
            problems.filter((problem) => !LEFT_BY_A_KILL.some((known) => known.test(problem))),
            `seed 17, kill ${seen.kills}`
          ).toEqual([]);
        }
        if (campaign === "") continue;
        const {code, said} = await drill.run(campaign, null);
        expect({code, said}, `seed 17, kill ${seen.kills}`).toEqual({code: 0, said: ""});
        seen.resumes += 1;
        expect(await drill.campaign()).toBe(campaign);
        expect(await drill.problems(campaign)).toEqual({sealed: true, problems: []});
        expect(await drill.measured(campaign), `seed 17, kill ${seen.kills}`).toEqual(planned);
      }
      note(
        `${seen.kills} kills, ${seen.resumes} resumes, ${seen.noFolder} before a folder, ${seen.ended} after the end`
      );
    },
    120_000 + kills * 60_000
  );
});
