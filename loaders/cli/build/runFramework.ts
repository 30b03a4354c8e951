import {spawn} from "node:child_process";
import {join} from "node:path";
import {Problem} from "../../../src/schema/problem.js";

/** Runs `observable build` in the checkout; a failure carries the last lines that it printed. Telemetry is off. */
export async function runFramework(
  project: string,
  environment: Record<string, string>,
  env: NodeJS.ProcessEnv
): Promise<void> {
  const bin = join(project, "node_modules", "@observablehq", "framework", "dist", "bin", "observable.js");
  const child = spawn(process.execPath, ["--no-warnings=ExperimentalWarning", bin, "build"], {
    cwd: project,
    env: {...env, ...environment, OBSERVABLE_TELEMETRY_DISABLE: "true", TZ: "UTC"},
    stdio: ["ignore", "pipe", "pipe"]
  });
  let said = "";
  const listen = (chunk: Buffer) => {
    said = (said + chunk.toString("utf8")).slice(-20_000);
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const code = await new Promise<number | null>((done, fail) => {
    child.on("error", fail);
    child.on("close", done);
  });
  if (code !== 0)
    throw new Problem("BUILD_FAILED", "Observable Framework could not build the pages", {
      why: said
        .split("\n")
        .filter((line) => line.trim() !== "")
        .slice(-12)
        .join("\n  "),
      left: "the report is as it was"
    });
}
