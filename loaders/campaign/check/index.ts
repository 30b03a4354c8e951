export {check} from "./check.js";
export {checkText} from "./checkText.js";
export {realCheckEffects} from "./realCheckEffects.js";
export type {CheckEffects} from "./checkEffects.js";
export type {CheckItem, CheckResult} from "./checkResult.js";
