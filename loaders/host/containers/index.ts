export type {
  Containers,
  ContainerState,
  CreateOptions,
  EngineEvent,
  EngineFacts,
  Identity,
  ImageFacts
} from "./containers.js";
export {CAMPAIGN_LABEL, PROFILE_LABEL} from "./createOptions.js";
export {HOST_FAILURES, HostFailure, type HostFailureCode} from "./hostFailure.js";
export {openContainers, type ContainersEffects} from "./openContainers.js";
export {secretValues} from "./secretValues.js";
export {waitReady, type Readiness, type WaitReadyOptions} from "./waitReady.js";
