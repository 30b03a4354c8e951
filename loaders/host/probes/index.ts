export {runProbe, type ProbeEffects, type ProbeOutcome, type ProbeSpec} from "./runProbe.js";
