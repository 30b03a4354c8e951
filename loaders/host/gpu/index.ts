export {GpuSampler, type GpuReading} from "./gpuSampler.js";
export {readGpus, readGpuProcesses} from "./readGpus.js";
