/** Reads an SGLang command line: flags change what is served, by mechanism. */
import {type ModelSpec} from "../options.js";
import type {Launch} from "./launch.js";

/** A command that SGLang's parser would refuse. */
export class CommandError extends Error {}

function readFlags(words: readonly string[]): Map<string, string> {
  const flags = new Map<string, string>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    if (!word.startsWith("--")) continue;
    const [name = "", inline] = word.slice(2).split(/=(.*)/s);
    const next = words[i + 1];
    if (inline !== undefined) flags.set(name, inline);
    else if (next !== undefined && !next.startsWith("--")) {
      flags.set(name, next);
      i++;
    } else flags.set(name, "true");
  }
  return flags;
}

function numberFlag(flags: Map<string, string>, names: string[], fallback: number): number {
  const name = names.find((one) => flags.has(one));
  if (name === undefined) return fallback;
  const value = Number(flags.get(name));
  if (!Number.isFinite(value))
    throw new CommandError(
      `launch_server.py: error: argument --${name}: invalid int value: '${flags.get(name) ?? ""}'`
    );
  return value;
}

/** Splits a command given as one shell string. */
function wordsOf(command: readonly string[]): string[] {
  const shell = command.findIndex((word) => word === "-c" || word === "-lc");
  const script = command[shell + 1];
  return shell >= 0 && script !== undefined ? script.split(/\s+/) : [...command];
}

/**
 * The launch that a container's command asks for; what it does not say comes from `base`, except what SGLang has off by
 * default: metrics, cache reporting, speculation. Throws CommandError.
 */
export function parseCommand(command: readonly string[], base: ModelSpec): Launch {
  const flags = readFlags(wordsOf(command));
  const weights = flags.get("model-path") ?? flags.get("model") ?? base.name;
  const algorithm = flags.get("speculative-algorithm") ?? flags.get("speculative-algo");
  const steps = numberFlag(flags, ["speculative-num-steps"], algorithm ? 3 : 0);
  const adaptive = flags.has("speculative-adaptive") || flags.has("enable-adaptive-speculation");
  const fixed = flags.get("speculative-adaptive") === "false";
  const maxTotal = numberFlag(flags, ["max-total-tokens"], 0);
  return {
    model: {
      ...base,
      name: flags.get("served-model-name") ?? weights,
      revision: flags.get("revision") ?? base.revision,
      contextTokens: numberFlag(flags, ["context-length", "context-len"], base.contextTokens),
      maxRunning: numberFlag(flags, ["max-running-requests"], base.maxRunning),
      speculativeSteps: algorithm && algorithm !== "none" ? steps : 0,
      adaptive: adaptive && !fixed,
      metrics: flags.has("enable-metrics"),
      cacheReport: flags.has("enable-cache-report")
    },
    weights,
    apiKey: flags.get("api-key") ?? null,
    memFraction: numberFlag(flags, ["mem-fraction-static"], 0.97),
    maxTotalTokens: maxTotal > 0 ? maxTotal : null,
    chatTemplate: flags.get("chat-template") ?? null,
    port: numberFlag(flags, ["port"], 30_000)
  };
}
