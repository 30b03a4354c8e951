import type {Problem} from "../../src/schema/problem.js";
import type {CliEffects} from "./effects.js";

/** What could not be read and was left out, one sentence each. */
export function tellProblems(problems: readonly Problem[], {talk}: Pick<CliEffects, "talk">): void {
  for (const {message, where} of problems) talk(`${message}${where ? ` (${where})` : ""}\n`);
}
