import {create} from "xmlbuilder2";
import type {XMLBuilder} from "xmlbuilder2/lib/interfaces.js";
import type {Decision} from "../../schema/decision.js";
import {GATES} from "../../schema/policy.js";
import {figure} from "../figure.js";
import {comparisonSentence} from "../comparisonSentence.js";
import {passes} from "../passes.js";
import {gateStanding, type GateStanding} from "./gateStanding.js";

/**
 * A decision as JUnit XML, for the test view of a CI system: a suite a profile, a case a gate. Simulated evidence is marked in
 * every name, so that no view of it can be taken for a measurement. Characters that XML cannot hold become U+FFFD.
 */
export function junitXml(decision: Decision): string {
  const {campaign_id, simulated, profiles, gates} = decision;
  const mark = simulated ? "simulated: " : "";
  const root = create({version: "1.0", encoding: "UTF-8", invalidCharReplacement: "\ufffd"}).ele("testsuites", {
    name: mark + campaign_id,
    ...counts([...gates.map((gate) => gateStanding(decision, gate).standing), whole(decision)])
  });
  decisionSuite(root, decision, mark);
  for (const {profile, outcome, reason} of profiles) {
    const own = gates.filter((gate) => gate.profile === profile);
    const suite = root.ele("testsuite", {
      name: `${mark}${campaign_id} ${profile}`,
      ...counts(own.map((gate) => gateStanding(decision, gate).standing))
    });
    const properties = suite.ele("properties");
    for (const [name, value] of facts(decision, outcome, reason)) properties.ele("property", {name, value});
    for (const gate of own) {
      const title = GATES.find((g) => g.gate === gate.gate)?.title ?? gate.gate;
      const one = suite.ele("testcase", {classname: `${mark}${campaign_id}.${profile}`, name: mark + title});
      const {standing, message} = gateStanding(decision, gate);
      if (standing === "failed") one.ele("failure", {type: gate.verdict, message}).txt(evidence(gate));
      if (standing === "skipped") one.ele("skipped", {message});
    }
    suite.ele("system-out").txt(said(decision, profile));
  }
  return `${root.end({prettyPrint: true})}\n`;
}

type Standing = GateStanding["standing"];

const whole = (decision: Decision): Standing => (passes(decision) ? "passed" : "failed");

/** One case for the decision as a whole: it fails exactly when `decide` exits 1. */
function decisionSuite(root: XMLBuilder, decision: Decision, mark: string): void {
  const {campaign_id, verdict} = decision;
  const suite = root.ele("testsuite", {name: `${mark}${campaign_id} decision`, ...counts([whole(decision)])});
  const one = suite.ele("testcase", {classname: mark + campaign_id, name: `${mark}decision`});
  if (!passes(decision)) one.ele("failure", {type: "decision", message: verdict.sentence}).txt(verdict.why.join("\n"));
}

function counts(standings: readonly Standing[]) {
  const count = (standing: Standing) => String(standings.filter((one) => one === standing).length);
  return {tests: String(standings.length), failures: count("failed"), errors: "0", skipped: count("skipped")};
}

function facts(decision: Decision, outcome: string, reason: string): [string, string][] {
  const {simulated, complete, root_hash, promotion_authorized} = decision;
  return [
    ["simulated", String(simulated)],
    ["outcome", outcome],
    ["reason", reason],
    ["complete", String(complete)],
    ["promotion_authorized", String(promotion_authorized)],
    ["root_hash", root_hash ?? "none: not sealed"]
  ];
}

const evidence = ({threshold, value, files}: Decision["gates"][number]) =>
  [
    ...(value === null ? [] : [`measured ${value}`]),
    ...(threshold === null ? [] : [`asked for ${threshold}`]),
    ...files.map((file) => `evidence ${file}`)
  ].join("\n");

/** What a person reads beside the cases: verdict, headline values, comparisons, findings. */
function said(decision: Decision, profile: string): string {
  const {verdict, values, comparisons, findings} = decision;
  return [
    verdict.sentence,
    ...values.filter((v) => v.id.startsWith(`${profile}/`) && v.value !== null).map((v) => `${v.id}  ${figure(v)}`),
    ...comparisons.filter((c) => c.candidate === profile).map((c) => comparisonSentence(c, {profiles: []})),
    ...findings
      .filter((f) => f.profile === profile || f.profile === null)
      .map((f) => `${f.severity} ${f.rule}: ${f.detail}`)
  ].join("\n");
}
