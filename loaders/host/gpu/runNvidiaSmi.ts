import {spawn} from "node:child_process";

/** What a short run of nvidia-smi printed, or one sentence on why it printed nothing. */
export type SmiAnswer = {stdout: string; error: null} | {stdout: null; error: string};

const LIMIT_BYTES = 1024 * 1024;

/** Runs nvidia-smi (or what the plan names instead) once, without a shell, for at most `timeoutMs`. Never throws. */
export function runNvidiaSmi(argv: readonly string[], args: readonly string[], timeoutMs = 30_000): Promise<SmiAnswer> {
  return new Promise((resolve) => {
    const [program, ...rest] = argv;
    if (program === undefined) return resolve({stdout: null, error: "no nvidia-smi is configured"});
    const child = spawn(program, [...rest, ...args], {stdio: ["ignore", "pipe", "pipe"], timeout: timeoutMs});
    let out = "";
    let err = "";
    child.stdout.on("data", (piece: Buffer) => {
      if (out.length < LIMIT_BYTES) out += piece.toString("utf8");
    });
    child.stderr.on("data", (piece: Buffer) => {
      if (err.length < 4096) err += piece.toString("utf8");
    });
    child.on("error", (error: NodeJS.ErrnoException) =>
      resolve({
        stdout: null,
        error:
          error.code === "ENOENT" ? `${program} is not installed` : `${program} did not start (${error.code ?? ""})`
      })
    );
    child.on("close", (code, signal) => {
      if (code === 0) return resolve({stdout: out, error: null});
      const why = (err.trim() || out.trim()).split("\n")[0] ?? "";
      resolve({
        stdout: null,
        error: `${program} ended with ${signal ?? `code ${code ?? "unknown"}`}${why ? `: ${why.slice(0, 200)}` : ""}`
      });
    });
  });
}
