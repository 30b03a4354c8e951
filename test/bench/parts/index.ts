import type {Part} from "../core/part.js";
import {analysis} from "./analysis.js";
import {clientBound} from "./clientBound.js";
import {clientRate} from "./clientRate.js";
import {clientTruth} from "./clientTruth.js";
import {coldStart} from "./coldStart.js";
import {rehearsal} from "./rehearsal.js";
import {site} from "./site.js";
import {verify} from "./verify.js";

/** The parts of the benchmark, in the order of the table; the longest is last. */
export const PARTS: readonly Part[] = [
  clientTruth,
  clientRate,
  clientBound,
  analysis,
  verify,
  rehearsal,
  coldStart,
  site
];
