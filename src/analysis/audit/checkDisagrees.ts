import {contradictions} from "./contradictions.js";
import {told, type Rule} from "./rule.js";
import {count} from "./say.js";

export const checkDisagrees: Rule = {
  id: "check-disagrees",
  severity: "weakens",
  title: "A check passed that its own text contradicts",
  why: "A flag that says pass over an answer that shows the opposite was not looking: the other flags of the same harness are worth as much.",
  fires:
    "a check that passed rests on an answer with thoughts in its content, a reasoning channel although thinking was disabled, or a request that failed",
  settle: "Judge the check by the text, and correct the harness.",
  async run(context) {
    const found = await contradictions(context);
    return told(
      found.map((c) => {
        const parts = [
          c.tagged > 0 ? `thoughts in the content of ${count(c.tagged, "answer")}` : null,
          c.reasoned > 0
            ? `a reasoning channel in ${count(c.reasoned, "answer")} although thinking was disabled`
            : null,
          c.broken > 0 ? count(c.broken, "failed request") : null
        ].filter((part) => part !== null);
        return {
          profile: c.profile,
          stage: c.stage,
          detail: `${c.checks.join(", ")} passed all the same with ${parts.join(" and ")}.`,
          metrics: ["preflight"],
          request_ids: c.ids,
          files: c.files
        };
      })
    );
  }
};
