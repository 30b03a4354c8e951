/** The formats, and which one a document is: told from its content, never from the file's name. */
import {artifactManifest} from "./anvil/artifactManifest.js";
import {bakeoff} from "./anvil/bakeoff.js";
import {capacity} from "./anvil/capacity.js";
import {control} from "./anvil/control.js";
import {configuration, runPlan} from "./anvil/identity.js";
import {evalSuite} from "./anvil/evalSuite.js";
import {hardware} from "./anvil/hardware.js";
import {loadFailure} from "./anvil/loadFailure.js";
import {liveState} from "./anvil/liveState.js";
import {multimodal} from "./anvil/multimodal.js";
import {postWorkload} from "./anvil/postWorkload.js";
import {preflight} from "./anvil/preflight.js";
import {reclassification} from "./anvil/reclassification.js";
import {records} from "./anvil/records.js";
import type {Format} from "./draft.js";
import {dockerInspect} from "./recipes/dockerInspect.js";
import {serveRecipes} from "./recipes/serveRecipes.js";
import {aiperf} from "./tools/aiperf.js";
import {aiperfAggregate} from "./tools/aiperfAggregate.js";
import {aiperfRecords} from "./tools/aiperfRecords.js";
import {genaiBench} from "./tools/genaiBench.js";
import {guidellm} from "./tools/guidellm.js";
import {inferencePerf} from "./tools/inferencePerf.js";
import {inferencePerfRequests} from "./tools/inferencePerfRequests.js";
import {llmperfResponses, llmperfSummary} from "./tools/llmperf.js";
import {mlcEndpoints} from "./tools/mlcEndpoints.js";
import {sglangBenchServing} from "./tools/sglangBenchServing.js";
import {sglangOneBatch} from "./tools/sglangOneBatch.js";
import {vllmBenchServe} from "./tools/vllmBenchServe.js";

export const FORMATS: Format[] = [
  capacity,
  preflight,
  bakeoff,
  multimodal,
  control,
  liveState,
  postWorkload,
  reclassification,
  configuration,
  runPlan,
  artifactManifest,
  hardware,
  loadFailure,
  evalSuite,
  ...records,
  sglangBenchServing,
  sglangOneBatch,
  vllmBenchServe,
  aiperf,
  aiperfRecords,
  aiperfAggregate,
  guidellm,
  genaiBench,
  inferencePerf,
  inferencePerfRequests,
  llmperfSummary,
  llmperfResponses,
  mlcEndpoints,
  serveRecipes,
  dockerInspect
];

/** The format of a document by its first record, or null. */
export function detect(records: unknown[]): Format | null {
  const first = records[0];
  return FORMATS.find((f) => f.recognises(first)) ?? null;
}
