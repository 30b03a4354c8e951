import {armNotQualified} from "./armNotQualified.js";
import {cacheWarm} from "./cacheWarm.js";
import {checkDisagrees} from "./checkDisagrees.js";
import {chunkAsToken} from "./chunkAsToken.js";
import {clientBound} from "./clientBound.js";
import {clockStep} from "./clockStep.js";
import {clockThrottled} from "./clockThrottled.js";
import {collapsedPoint} from "./collapsedPoint.js";
import {decodeBasis} from "./decodeBasis.js";
import {degenerateOutput} from "./degenerateOutput.js";
import {fewSamples} from "./fewSamples.js";
import {foreignTraffic} from "./foreignTraffic.js";
import {gpuShared} from "./gpuShared.js";
import {implausible} from "./implausible.js";
import {missingEvidence} from "./missingEvidence.js";
import {nominalPrompt} from "./nominalPrompt.js";
import {orderConfounded} from "./orderConfounded.js";
import {outputMismatch} from "./outputMismatch.js";
import {proxyBuffered} from "./proxyBuffered.js";
import {reserveIdleOnly} from "./reserveIdleOnly.js";
import {restorationPartial} from "./restorationPartial.js";
import {shortGeneration} from "./shortGeneration.js";
import {specDepthChanged} from "./specDepthChanged.js";
import {summaryMismatch} from "./summaryMismatch.js";
import {survivorsOnly} from "./survivorsOnly.js";
import {tokensNotUsage} from "./tokensNotUsage.js";
import {uncountedRequests} from "./uncountedRequests.js";
import {unmatchedArms} from "./unmatchedArms.js";
import {warmupLeak} from "./warmupLeak.js";
import {weakGrader} from "./weakGrader.js";
import type {Rule} from "./rule.js";

/** Every rule of the audit, in the order of the design's table (8.3): the catalogue that the method page prints. */
export const RULES: readonly Rule[] = [
  cacheWarm,
  nominalPrompt,
  fewSamples,
  shortGeneration,
  outputMismatch,
  degenerateOutput,
  tokensNotUsage,
  chunkAsToken,
  decodeBasis,
  warmupLeak,
  unmatchedArms,
  orderConfounded,
  specDepthChanged,
  survivorsOnly,
  collapsedPoint,
  implausible,
  clientBound,
  proxyBuffered,
  clockThrottled,
  gpuShared,
  foreignTraffic,
  reserveIdleOnly,
  summaryMismatch,
  uncountedRequests,
  weakGrader,
  checkDisagrees,
  armNotQualified,
  missingEvidence,
  restorationPartial,
  clockStep
];
