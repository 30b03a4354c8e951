import type {ForeignFile} from "../draft.js";

/** A profile can hold 999 stages; of a file with more runs the first are read, and the file says how many were left. */
const MAX_RUNS = 999;

/** The runs of a file that appends one JSON object a run, to 999: as many stages as a profile can hold. */
export const runRecords = (file: ForeignFile): unknown[] => file.records.slice(0, MAX_RUNS);

/** A problem that names the runs beyond the first 999; none where there are fewer. */
export const runsLeft = (file: ForeignFile): string[] =>
  file.records.length > MAX_RUNS
    ? [`${file.records.length - MAX_RUNS} runs after the first ${MAX_RUNS} were left out`]
    : [];
