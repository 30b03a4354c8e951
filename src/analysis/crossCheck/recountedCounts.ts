import type {LoadedCampaign} from "../readCampaign.js";

/** Tool calls, long prompts, graded attempts and free memory by value id, from the stage records as they lie; null where nothing was read. */
export function recountedCounts(loaded: LoadedCampaign): Map<string, number | null> {
  const values = new Map<string, number | null>();
  for (const {record: stage} of loaded.stages) {
    const key = `${stage.profile}/${stage.stage}`;
    for (const check of stage.checks) {
      if (check.check_id === "tools") values.set(`${key}/tools_passed_count`, check.passed);
      if (check.check_id === "long-tools")
        values.set(`${key}/long_tools_prompt_tokens_value`, check.measured_prompt_tokens);
    }
    if (stage.attempts.length > 0) {
      const passed = stage.attempts.filter((a) => a.verdict === "pass");
      const tasks = new Set(stage.attempts.map((a) => a.task));
      const troubled = new Set(stage.attempts.filter((a) => a.verdict !== "pass").map((a) => a.task));
      values.set(`${key}/${stage.kind}_passed_count`, passed.length);
      values.set(`${key}/${stage.kind}_tasks_passed_share`, (tasks.size - troubled.size) / tasks.size);
    }
    if (stage.reserve.length > 0)
      for (const name of ["after_mib", "peak_mib", "idle_mib"] as const)
        values.set(`${key}/${name}_min`, lowest(stage.reserve.map((reading) => reading[name])));
  }
  return values;
}

/** The lowest of what was read; null when nothing was. */
export function lowest(values: (number | null)[]): number | null {
  const read = values.filter((value) => value !== null);
  return read.length === 0 ? null : Math.min(...read);
}
