import type {Decision} from "../schema/decision.js";

/** Whether the gates pass: a profile is selected, so every required gate of it passed or was waived. */
export const passes = (decision: Decision): boolean => decision.selected !== null && decision.complete;
