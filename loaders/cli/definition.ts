import {Help, type Command, type Option} from "commander";
import {Problem} from "../../src/schema/problem.js";
import type {CliEffects} from "./effects.js";

/** A command as it is defined once: what parses its arguments, prints its help and fills the reference page. */
export interface Definition {
  command: Command;
  /** Whole command lines, each with what it is for. */
  examples: readonly (readonly [line: string, about: string])[];
  /** What else a reader of the help should know; may be empty. */
  notes: string;
  /** What the exit codes mean here, where it is more than `EXIT_CODES` says. */
  exits: string;
}

/** What every command's exit code means. */
export const EXIT_CODES: readonly (readonly [code: number, meaning: string])[] = [
  [0, "done, and the gates pass"],
  [1, "ran, and a gate failed or something is not as it was sealed"],
  [2, "wrong use, or input that cannot be read; nothing was changed"],
  [3, "the host could not be restored; the message says exactly what to do"],
  [130, "interrupted; the host is restored"]
];

interface Common {
  examples: Definition["examples"];
  /** What `--json` prints. */
  json: string;
  /** Where the evidence option is accepted but has no effect. */
  evidence?: string;
  notes?: string;
  exits?: string;
}

/** How a command is called. */
const called = (name: string) => (name === "start" ? "npm start --" : `npm run ${name} --`);

/** Gives a command what all have alike: `--json`, `--evidence`, help with examples, errors that point to it. */
export function defineCommand(command: Command, common: Common): Definition {
  const {examples, notes = "", exits = ""} = common;
  command
    .option("--json", common.json)
    .option("--evidence <dir>", common.evidence ?? "folder of campaigns (default: evidence)")
    .helpOption("-h, --help", "show this help")
    .showHelpAfterError(`${called(command.name())} --help shows the options, with examples`)
    .configureHelp({
      visibleOptions: (of) => commonLast(new Help().visibleOptions(of)),
      commandUsage: (of) => `${called(of.name())} ${of.usage()}`
    })
    .addHelpText("after", () => after({command, examples, notes, exits}))
    .exitOverride();
  return {command, examples, notes, exits};
}

const COMMON = ["json", "evidence", "help"];

/** Options in the order of their definition, those that every command has at the end. */
export function commonLast(options: readonly Option[]): Option[] {
  const rank = (option: Option) => COMMON.indexOf(option.attributeName());
  return [...options].sort((a, b) => rank(a) - rank(b));
}

function after({examples, notes, exits}: Definition): string {
  const width = Math.min(72, Math.max(...examples.map(([line]) => line.length)));
  const lines = examples.map(([line, about]) =>
    about === "" ? `  ${line}` : line.length > width ? `  ${line}\n      ${about}` : `  ${line.padEnd(width)}  ${about}`
  );
  return [`\nExamples:\n${lines.join("\n")}\n`, notes && `\n${notes}\n`, exits && `\nExit codes: ${exits}\n`].join("");
}

/** Parses a command's own arguments. Wrong ones are told on `talk`, with the nearest right name, and throw; `--help` throws too. */
export function parseArguments<T extends object>(
  {command}: Definition,
  argv: readonly string[],
  effects: Pick<CliEffects, "out" | "talk" | "env">
): {args: string[]; options: T & {json?: true; evidence?: string}} {
  command.configureOutput({writeOut: effects.out, writeErr: effects.talk});
  command.parse([...argv], {from: "user"});
  refuseSwallowed(command, effects.env);
  return {args: command.args, options: command.opts()};
}

/** npm's own settings may have these names, so that they prove nothing. */
const NPM_KNOWS = new Set(["json", "key", "port"]);

/** `npm run loaders PLAN --check` gives `--check` to npm and not to the command, which would then measure: that is refused. */
function refuseSwallowed(command: Command, env: NodeJS.ProcessEnv): void {
  const taken = command.options.filter(
    (option) =>
      !NPM_KNOWS.has(option.attributeName()) &&
      command.getOptionValueSource(option.attributeName()) !== "cli" &&
      (env[`npm_config_${option.name().replaceAll("-", "_")}`] ?? "") !== ""
  );
  if (taken.length === 0) return;
  throw new Problem("npm-took-it", `npm kept ${taken.map((o) => o.long).join(", ")} for itself`, {
    why: "options before -- are npm's",
    left: "nothing was started",
    next: `put -- before them: ${called(command.name())} ${taken.map((o) => o.long).join(" ")} ...`
  });
}
