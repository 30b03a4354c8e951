import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {main} from "../../loaders/cli.js";
import type {Decision} from "../../src/schema/decision.js";

const WAIVED_AT = "2026-01-03T12:00:00Z";
const MINUTE_BEFORE = "2026-01-03T11:59:00Z";
const MINUTE = 60_000;

let home: string;
let evidence: string;
const campaign = "2026-01-02-reserve-393k";

async function command(...argv: string[]): Promise<{code: number; out: string; talk: string}> {
  let out = "";
  let talk = "";
  const code = await main([...argv, "--evidence", evidence], {
    out: (text) => void (out += text),
    talk: (text) => void (talk += text),
    env: {HOME: home, PATH: process.env["PATH"]},
    cwd: home,
    now: () => new Date(),
    interactive: false
  });
  return {code, out, talk};
}

async function decision(...more: string[]): Promise<{code: number; decision: Decision}> {
  const {code, out, talk} = await command(
    ...["decide", campaign, "--json", "--reviewers", join(home, "reviewers.toml"), ...more]
  );
  if (out === "") throw new Error(talk);
  return {code, decision: JSON.parse(out) as Decision};
}

const outcomes = ({decision: {profiles, selected, complete, labels}}: Awaited<ReturnType<typeof decision>>) => ({
  profiles: profiles.map((p) => [p.profile, p.outcome]),
  selected,
  complete,
  labels: labels.decision
});

const INFEASIBLE = {
  profiles: [["glm53-393k", "policy-infeasible"]],
  selected: null,
  complete: true,
  labels: ["simulated", "no-promotion"]
};

const waiver = (...more: string[]) =>
  command(
    ...["amend", campaign, "--kind", "waiver", "--profile", "glm53-393k", "--gate", "reserve", "--by", "alice"],
    ...["--reason", "this host has no other work", "--at", WAIVED_AT],
    ...["--reviewers", join(home, "reviewers.toml"), ...more]
  );

describe("a waiver of the reserve on a rehearsed 393K profile", () => {
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "assay-waiver-"));
    evidence = join(home, "evidence");
    const plan = resolve("test/input/plans/reserve-393k.toml");
    const ran = await command("loaders", plan, "--rehearse", "--confirm", "--date", "2026-01-02");
    if (ran.code !== 1) throw new Error(ran.talk);
    const {out} = await command("amend", "--new-key", "alice", "--key", join(home, "alice.pem"));
    await writeFile(join(home, "reviewers.toml"), `schema = "assay.reviewers/v1"\n${out}`);
  }, 10 * MINUTE);
  afterAll(() => rm(home, {recursive: true, force: true}));

  it(
    "changes the outcome from its time on; unsigned it is shown without effect; edited it fails verification",
    {timeout: 5 * MINUTE},
    async () => {
      const rehearsed = await decision();
      expect(rehearsed.code).toBe(1);
      expect(outcomes(rehearsed)).toEqual(INFEASIBLE);
      const reserve = rehearsed.decision.gates.find((g) => g.gate === "reserve");
      expect(reserve).toMatchObject({verdict: "fail", threshold: 3072});
      expect(reserve?.value).toBeLessThan(3072);

      // Not signed: a claim.
      expect((await waiver()).out).toContain("it has no effect");
      const claimed = await decision();
      expect(outcomes(claimed)).toEqual(INFEASIBLE);
      expect(claimed.decision.amendments).toMatchObject([{standing: "claimed by alice, unsigned", effect: false}]);

      // Signed: it counts from its time on, and the gate keeps its verdict.
      expect((await waiver("--key", join(home, "alice.pem"))).out).toContain("it counts");
      const waived = await decision();
      expect(waived.code).toBe(0);
      expect(outcomes(waived)).toEqual({
        ...INFEASIBLE,
        profiles: [["glm53-393k", "verified"]],
        selected: "glm53-393k"
      });
      expect(waived.decision.gates.find((g) => g.gate === "reserve")?.verdict).toBe("fail");

      // The minute before, the earlier decision, to the letter.
      const before = await decision("--as-of", MINUTE_BEFORE);
      expect({...before.decision, as_of: null}).toEqual(rehearsed.decision);
      expect(before.code).toBe(1);
      expect(outcomes(await decision("--as-of", WAIVED_AT))).toEqual(outcomes(waived));
      const verify = () => command("verify", campaign, "--json", "--reviewers", join(home, "reviewers.toml"));
      expect((await verify()).code).toBe(0);

      // One word of the signed reason edited: verification fails, and the effect is gone.
      const path = join(evidence, campaign, "amendments.jsonl");
      const [first = "", second = ""] = (await readFile(path, "utf8")).trimEnd().split("\n");
      const line = JSON.parse(second) as {payload: string};
      const payload = Buffer.from(line.payload, "base64").toString().replace("no other work", "some other work");
      await writeFile(
        path,
        `${first}\n${JSON.stringify({...line, payload: Buffer.from(payload).toString("base64")})}\n`
      );
      const broken = await verify();
      expect(broken.code).toBe(1);
      expect(broken.out).toContain("amendments.jsonl");
      const edited = await decision();
      expect(outcomes(edited)).toEqual(INFEASIBLE);
      expect(edited.decision.amendments.map((a) => a.effect)).toEqual([false, false]);
    }
  );
});
