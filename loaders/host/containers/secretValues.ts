import type {ContainerInspectInfo} from "dockerode";

const SECRET_NAME = /(token|key|secret|passw(or)?d|credential)s?$/i;
/** Flags such as --api-key and --hf-token, not --max-total-tokens. */
const SECRET_FLAG = /^--?([a-z0-9-]+-)?(api-key|key|token|password|secret)$/i;

/** The value that a flag gives: after `=`, or the next word. */
function flagValues(words: readonly string[]): string[] {
  return words.flatMap((word, i) => {
    const inline = /^(--?[^=]+)=(.*)$/.exec(word);
    if (inline) return SECRET_FLAG.test(inline[1] ?? "") ? [inline[2] ?? ""] : [];
    const next = words[i + 1];
    return SECRET_FLAG.test(word) && next !== undefined && !next.startsWith("--") ? [next] : [];
  });
}

/**
 * Values that a container is given as secrets, by the names of its variables (`NAME=value`) and of the flags of its command:
 * they may come back in its log.
 */
export function secretValues(environment: readonly string[], command: readonly string[]): string[] {
  const variables = environment.flatMap((line) => {
    const at = line.indexOf("=");
    return at > 0 && SECRET_NAME.test(line.slice(0, at)) ? [line.slice(at + 1)] : [];
  });
  return [...variables, ...flagValues(command)].filter((value) => value.length >= 4);
}

/** The same of a container that was inspected. */
export function secretsOf({Config, Path, Args}: Pick<ContainerInspectInfo, "Config" | "Path" | "Args">): string[] {
  return secretValues(Config.Env ?? [], [Path ?? "", ...(Args ?? [])]);
}
