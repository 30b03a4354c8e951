import {cacheWarm} from "./cacheWarm.js";
import {collapsedPoint} from "./collapsedPoint.js";
import {decodeBasis} from "./decodeBasis.js";
import {fewSamples} from "./fewSamples.js";
import {missingEvidence} from "./missingEvidence.js";
import {nominalPrompt} from "./nominalPrompt.js";
import {orderConfounded} from "./orderConfounded.js";
import {outputMismatch} from "./outputMismatch.js";
import {restorationPartial} from "./restorationPartial.js";
import type {Rule} from "./rule.js";
import {shortGeneration} from "./shortGeneration.js";
import {weakGrader} from "./weakGrader.js";

/** Every rule of the audit, in the order of the design's table (8.3): the catalogue that the method page prints. */
export const RULES: readonly Rule[] = [
  cacheWarm,
  nominalPrompt,
  fewSamples,
  shortGeneration,
  outputMismatch,
  decodeBasis,
  orderConfounded,
  collapsedPoint,
  weakGrader,
  missingEvidence,
  restorationPartial
];
