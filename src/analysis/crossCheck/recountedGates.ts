import type {LoadedCampaign} from "../readCampaign.js";
import {lowest} from "./recountedCounts.js";

interface RequestRow {
  profile: string;
  stage: string;
  status: string;
  phase: string;
}

/** The figure of each countable gate by `<profile>/<gate>`, from the records: attempts, requests, free memory (MiB); null where none was read. */
export function recountedGates(loaded: LoadedCampaign, requests: RequestRow[]): Map<string, number | null> {
  const gates = new Map<string, number | null>();
  for (const {profile} of loaded.record.profiles) {
    const stages = loaded.stages.map((s) => s.record).filter((stage) => stage.profile === profile);
    for (const kind of ["quality", "multimodal"] as const) {
      const attempts = stages.filter((stage) => stage.kind === kind).flatMap((stage) => stage.attempts);
      const passed = attempts.filter((attempt) => attempt.verdict === "pass").length;
      gates.set(`${profile}/${kind}`, attempts.length === 0 ? null : passed);
    }
    const long = stages.filter((s) => s.kind === "endurance" || s.settings.also.includes("endurance"));
    const names = new Set(long.map((stage) => stage.stage));
    const ok = requests.filter(
      (r) => r.profile === profile && names.has(r.stage) && r.phase === "measured" && r.status === "ok"
    );
    gates.set(`${profile}/endurance`, long.length === 0 ? null : ok.length);
    const readings = stages.flatMap((stage) => stage.reserve);
    const after = lowest(readings.map((reading) => reading.after_mib));
    gates.set(`${profile}/reserve`, after ?? lowest(readings.map((reading) => reading.idle_mib)));
  }
  return gates;
}
