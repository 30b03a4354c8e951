import type {Part} from "../core/part.js";
import {clientBound} from "./clientBound.js";
import {clientRate} from "./clientRate.js";
import {clientTruth} from "./clientTruth.js";

/** The parts of the benchmark, in the order of the table. */
export const PARTS: readonly Part[] = [clientTruth, clientRate, clientBound];
