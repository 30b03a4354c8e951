import {execFileSync} from "node:child_process";
import {runJson, TSX} from "../core/child.js";
import type {ClientPlan, ClientReport} from "./plan.js";

export type ClientName = "ours" | "aiohttp" | "bare socket";

/** How each client is started; without the one in Python where no aiohttp can be had. */
export function clients(): {name: ClientName; argv: string[]}[] {
  const python = pythonWithAiohttp();
  return [
    {name: "ours", argv: [...TSX, "test/bench/client/ourClient.ts"]},
    ...(python === null ? [] : [{name: "aiohttp" as const, argv: [python, "test/bench/client/aiohttpClient.py"]}]),
    {name: "bare socket", argv: [...TSX, "test/bench/client/bareReader.ts"]}
  ];
}

export const runClient = (argv: readonly string[], plan: ClientPlan): Promise<ClientReport> =>
  runJson<ClientReport>([...argv, JSON.stringify(plan)], 120);

function pythonWithAiohttp(): string | null {
  try {
    const found = execFileSync("sh", ["test/bench/client/installAiohttp.sh"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"]
    });
    return found.trim();
  } catch {
    return null;
  }
}
