import {spawn} from "node:child_process";
import type {FreshCopy} from "./freshCopy.js";

/** How a command line ended. */
export interface Ended {
  code: number | null;
  said: string;
}

/** Runs a line in a shell, as it is written. It is ended after `limitMs`; then its code is null. */
export function runLine(line: string, copy: FreshCopy, limitMs: number): Promise<Ended> {
  const {child, said} = started(line, copy);
  return new Promise((done) => {
    const timer = setTimeout(() => endGroup(child.pid, "SIGKILL"), limitMs);
    child.once("close", (code) => {
      clearTimeout(timer);
      done({code, said: said()});
    });
  });
}

/** Runs a line that serves until Ctrl-C: waits for its address, asks it for a page, presses Ctrl-C. */
export async function runServing(line: string, copy: FreshCopy, limitMs: number): Promise<Ended & {page: string}> {
  const {child, said} = started(line, copy);
  const ended = new Promise<number | null>((done) => child.once("close", done));
  const timer = setTimeout(() => endGroup(child.pid, "SIGKILL"), limitMs);
  const address = await new Promise<string | null>((found) => {
    const look = () => {
      const url = /^(http:\/\/127\.0\.0\.1:\d+\/)$/m.exec(said())?.[1];
      if (url !== undefined) found(url);
    };
    child.stdout.on("data", look);
    void ended.then(() => found(null));
  });
  const page = address === null ? "" : await fetch(address).then((response) => response.text());
  endGroup(child.pid, "SIGINT");
  const code = await ended;
  clearTimeout(timer);
  return {code, said: said(), page};
}

function started(line: string, {folder, env}: FreshCopy) {
  const child = spawn("bash", ["-c", line], {cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], detached: true});
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => {
      text = (text + piece.toString("utf8")).slice(-20_000);
    });
  return {child, said: () => text};
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}
