import {homedir} from "node:os";
import {join} from "node:path";

/** Where Assay keeps what is not evidence: locks, heartbeats, the watchdog's log. ASSAY_STATE_DIR, else the XDG state folder. */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  if (env["ASSAY_STATE_DIR"]) return env["ASSAY_STATE_DIR"];
  return join(env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local", "state"), "assay");
}
