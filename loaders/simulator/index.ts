export {startSimulator, type Simulator, type SimulatorStats} from "./startSimulator.js";
export {
  defaultIncumbent,
  defaultModel,
  type IncumbentSpec,
  type ManagedSpec,
  type ModelSpec,
  type SimulatorOptions
} from "./options.js";
export {FAULTS} from "./faults/catalogue.js";
export type {Fault} from "./faults/fault.js";
