import {comparisonSentence} from "./comparisonSentence.js";
import {listed, selectedOf, type Facts, type ProfileFacts} from "./facts.js";

/** The verdict: one sentence that a tired person understands, then why. */
export function verdictSentence(facts: Facts): {sentence: string; why: string[]} {
  const under = facts.profiles.filter((p) => p.role !== "incumbent");
  const selected = selectedOf(facts);
  const others = under.filter((p) => p !== selected);
  const short = others.filter((p) => p.outcome === "policy-infeasible");
  const broken = others.filter((p) => p.outcome === "failed");
  const sentences: string[] = [];
  if (facts.origin === "reported")
    sentences.push(
      "Nothing is verified here: the figures are reported, and their raw evidence is not in this repository"
    );
  else if (selected)
    sentences.push(
      `The ${selected.label} profile is verified; promotion is ${facts.authorized ? "authorised" : "not authorised"}`
    );
  else if (under.length === 0) sentences.push("Nothing was under test");
  else sentences.push("No profile is verified");
  if (short.length > 0) sentences.push(infeasible(facts, short));
  if (broken.length > 0 && broken.length <= 2) sentences.push(...broken.map((p) => broke(facts, p)));
  else if (broken.length > 2) sentences.push(`${broken.length} profiles fail a gate of function or workload`);
  if (!selected && facts.origin !== "reported") {
    const open = others.filter((p) => p.outcome === "incomplete");
    if (open.length > 0)
      sentences.push(`${names(open)} ${open.length > 1 ? "are" : "is"} not judged: gates are missing`);
  }
  const text = `${sentences.join(". ")}.`;
  return {sentence: facts.simulated ? `Simulated: ${lowerFirst(text)}` : text, why: why(facts, selected)};
}

function why(facts: Facts, selected: ProfileFacts | undefined): string[] {
  const lines: string[] = [];
  const about = selected ?? facts.profiles.find((p) => p.role === "candidate") ?? facts.profiles[0];
  if (about) {
    const gates = facts.gates.filter((g) => g.profile === about.profile && g.required);
    const passed = gates.filter((g) => g.verdict === "pass");
    lines.push(
      passed.length === gates.length && gates.length > 0
        ? `All ${gates.length} required gates of ${about.label} pass.`
        : `${about.label}: ${passed.length} of ${gates.length} required gates pass; ${about.reason}.`
    );
  }
  for (const p of facts.profiles)
    if (p !== about && p.outcome === "policy-infeasible") lines.push(`${p.label}: ${p.reason}.`);
  for (const comparison of facts.comparisons.slice(0, 2)) lines.push(comparisonSentence(comparison, facts));
  if (facts.simulated) lines.push("The evidence comes from the simulator and says nothing about real hardware.");
  return lines;
}

function infeasible(facts: Facts, profiles: ProfileFacts[]): string {
  const failing = new Set(
    facts.gates
      .filter((g) => g.class === "policy" && g.verdict === "fail" && profiles.some((p) => p.profile === g.profile))
      .map((g) => g.gate)
  );
  const many = profiles.length > 1;
  return failing.size === 1 && failing.has("reserve")
    ? `${names(profiles)} leave${many ? "" : "s"} too little memory`
    : `${names(profiles)} break${many ? "" : "s"} the policy`;
}

function broke(facts: Facts, profile: ProfileFacts): string {
  const titles = facts.gates
    .filter((g) => g.profile === profile.profile && g.required && g.verdict === "fail" && !g.waived)
    .map((g) => g.title);
  return `${profile.label} fails ${listed(titles)}`;
}

const names = (profiles: ProfileFacts[]): string =>
  profiles.length > 3 ? `${profiles.length} profiles` : listed(profiles.map((p) => p.label));
const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
