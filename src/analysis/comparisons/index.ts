export {acrossTools, compareFigures} from "./acrossTools.js";
export {compare} from "./compare.js";
export {COMPARABLE_METRICS} from "./comparableMetrics.js";
export {differences, type Difference} from "./differences.js";
export type {EvidenceSource} from "./evidenceSource.js";
export {unplannedPairs} from "./unplannedPairs.js";
export {pointFigures, type PointFigure} from "./pointFigures.js";
