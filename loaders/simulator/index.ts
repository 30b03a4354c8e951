export {startSimulator, type Simulator, type SimulatorStats} from "./startSimulator.js";
export {defaultModel, type ModelSpec, type SimulatorOptions} from "./options.js";
