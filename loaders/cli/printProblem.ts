import {ZodError} from "zod";
import {Problem} from "../../src/schema/problem.js";
import {makeRedactor} from "../record/redact.js";
import type {CliEffects} from "./effects.js";

const SECRET_NAME = /(?:token|key|secret|passw(?:or)?d|credential)s?$/i;

/**
 * Prints an expected error as sentences, the unexpected one with its stack; returns the exit code. A server or a file may have
 * handed a secret back: what the environment calls one, and what looks like one, is taken out.
 */
export function printProblem(error: unknown, {talk, env}: Pick<CliEffects, "talk" | "env">): number {
  const known = Object.entries(env).flatMap(([name, value]) => (SECRET_NAME.test(name) && value ? [value] : []));
  const {text} = makeRedactor(known);
  return print(error, {talk: (said) => talk(text(said))});
}

function print(error: unknown, effects: Pick<CliEffects, "talk">): number {
  if (error instanceof Problem) {
    const lines = [`${error.message}.`.replace(/\.\.$/, ".")];
    if (error.where) lines.push(`  where: ${error.where}`);
    if (error.left) lines.push(`  left as it was: ${error.left}`);
    if (error.next) lines.push(`  next: ${error.next}`);
    lines.push(`  code: ${error.code}`);
    effects.talk(`${lines.join("\n")}\n`);
    return error.exitCode;
  }
  if (error instanceof ZodError) {
    effects.talk(
      `The input does not have the expected shape:\n${error.issues.map((i) => `  ${i.path.join(".") || "(top)"}: ${i.message}`).join("\n")}\n`
    );
    return 2;
  }
  const code = (error as {code?: unknown} | null)?.code;
  if (typeof code === "string" && /^commander\./.test(code))
    return code === "commander.helpDisplayed" || code === "commander.help" ? 0 : 2;
  effects.talk(
    `Assay stopped for a reason it does not know; this is a defect. Please report it with these lines:\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`
  );
  return 2;
}
