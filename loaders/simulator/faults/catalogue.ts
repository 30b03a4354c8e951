/** All faults by name. */
import {answerFaults} from "./answerFaults.js";
import {containerFaults} from "./containerFaults.js";
import type {Fault} from "./fault.js";
import {hostFaults} from "./hostFaults.js";
import {wireFaults} from "./wireFaults.js";

export const FAULTS: readonly Fault[] = [...answerFaults, ...wireFaults, ...hostFaults, ...containerFaults];
