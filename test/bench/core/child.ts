import {spawn, type ChildProcess} from "node:child_process";
import {createInterface} from "node:readline";

/** Node with the TypeScript loader, without the wrapper that would stand between a signal and its process. */
export const TSX = [process.execPath, "--import", "tsx"] as const;

export interface ChildResult {
  stdout: string;
  stderr: string;
  code: number | null;
  wallMs: number;
}

const running = new Set<ChildProcess>();
// Whatever ends the benchmark, nothing that it started stays behind.
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));

function kept<T extends ChildProcess>(child: T): T {
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Runs a program to its end and takes what it printed; kills it and throws when it takes longer than `timeoutS`. */
export function runChild(
  argv: readonly string[],
  options: {timeoutS: number; okCodes?: readonly number[]; onLine?: (line: string) => void}
): Promise<ChildResult> {
  const [program = "", ...args] = argv;
  const from = performance.now();
  const env = {...process.env, NO_COLOR: "1"};
  const child = kept(spawn(program, args, {stdio: ["ignore", "pipe", "pipe"], env}));
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (piece: Buffer) => (stdout += piece.toString("utf8")));
  child.stderr.on("data", (piece: Buffer) => (stderr += piece.toString("utf8")));
  if (options.onLine) createInterface({input: child.stderr}).on("line", options.onLine);
  return new Promise((resolve, reject) => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill("SIGKILL");
    }, options.timeoutS * 1000);
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      const what = argv.slice(0, 4).join(" ");
      if (late) reject(new Error(`${what} took longer than ${options.timeoutS} s`));
      else if (!(options.okCodes ?? [0]).includes(code ?? -1))
        reject(new Error(`${what} ended with ${code ?? "a signal"}: ${stderr.trim().slice(-400)}`));
      else resolve({stdout, stderr, code, wallMs: performance.now() - from});
    });
  });
}

/** Runs a program that prints one JSON document as its last line. */
export async function runJson<T>(argv: readonly string[], timeoutS: number): Promise<T> {
  const {stdout} = await runChild(argv, {timeoutS});
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as T;
}

/** Starts a server that prints one JSON line when it is ready; `stop` ends it. */
export async function startServer<T>(argv: readonly string[]): Promise<{ready: T; stop(): Promise<void>}> {
  const [program = "", ...args] = argv;
  const child = kept(spawn(program, args, {stdio: ["ignore", "pipe", "inherit"]}));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({input: child.stdout}).once("line", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${argv.join(" ")} ended with ${code ?? "a signal"}`)));
  });
  return {ready: JSON.parse(line) as T, stop: () => stopped(child)};
}

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), 3000);
    child.once("exit", () => (clearTimeout(timer), resolve()));
    child.kill("SIGTERM");
  });
}
