import type {ContainerInspectInfo} from "dockerode";

const SECRET_NAME = /(token|key|secret|passw(or)?d|credential)s?$/i;
/** Flags such as --api-key and --hf-token, not --max-total-tokens. */
const SECRET_FLAG = /^--?([a-z0-9-]+-)?(api-key|key|token|password|secret)$/i;

/** The value that a flag gives: after `=`, or the next word. */
function flagValues(words: string[]): string[] {
  return words.flatMap((word, i) => {
    const inline = /^(--?[^=]+)=(.*)$/.exec(word);
    if (inline) return SECRET_FLAG.test(inline[1] ?? "") ? [inline[2] ?? ""] : [];
    const next = words[i + 1];
    return SECRET_FLAG.test(word) && next !== undefined && !next.startsWith("--") ? [next] : [];
  });
}

/** Values that a container was given as secrets, by the names of its variables and flags: they may come back in its log. */
export function secretValues({Config, Path, Args}: Pick<ContainerInspectInfo, "Config" | "Path" | "Args">): string[] {
  const variables = (Config.Env ?? []).flatMap((line) => {
    const at = line.indexOf("=");
    return at > 0 && SECRET_NAME.test(line.slice(0, at)) ? [line.slice(at + 1)] : [];
  });
  return [...variables, ...flagValues([Path ?? "", ...(Args ?? [])])].filter((value) => value.length >= 4);
}
