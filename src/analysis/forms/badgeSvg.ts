import {makeBadge} from "badge-maker";
import type {Decision} from "../../schema/decision.js";
import {passes} from "../passes.js";

const COLOURS = {good: "#007a59", bad: "#b24a00", open: "#8a6100", simulated: "#5f6368"};

/** A decision as a small SVG: one word, green only for real evidence whose gates pass. Simulated evidence is grey and says so. */
export function badgeSvg(decision: Decision): string {
  const {word, tone} = standing(decision);
  return makeBadge({
    label: "assay",
    message: decision.simulated ? `simulated: ${word}` : word,
    color: COLOURS[decision.simulated ? "simulated" : tone],
    style: "flat"
  });
}

function standing(decision: Decision): {word: string; tone: "good" | "bad" | "open"} {
  if (passes(decision)) return {word: decision.promotion_authorized ? "promoted" : "verified", tone: "good"};
  if (decision.profiles.some((profile) => profile.outcome === "failed")) return {word: "gates failed", tone: "bad"};
  return {word: decision.selected === null ? "not verified" : "incomplete", tone: "open"};
}
