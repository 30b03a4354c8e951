import {writeFile} from "node:fs/promises";
import {fileURLToPath} from "node:url";
import type {Argument, Option} from "commander";
import {COMMANDS} from "../cli.js";
import {commonLast, EXIT_CODES, type Definition} from "./definition.js";

/** The reference of the command line as Markdown, out of the commands' own definitions: nothing in it is written twice. */
export async function commandReference(): Promise<string> {
  const definitions = await Promise.all(COMMANDS.map(async ({load}) => (await load()).define()));
  const codes = EXIT_CODES.map(([code, meaning]) => `- \`${code}\`: ${meaning}`).join("\n");
  return `${[
    "# Commands",
    "Every command runs as `npm run NAME -- ...` in the checkout, and as `assay NAME ...` where the package is installed. Results go to standard output, talk to standard error; with `npm run -s` only the result is on standard output. No colour is ever printed, so `NO_COLOR` has nothing to do.",
    "Exit codes, the same everywhere:",
    codes,
    ...definitions.map(section)
  ].join("\n\n")}\n`;
}

function section({command, examples, notes, exits}: Definition): string {
  const help = command.createHelp();
  const blocks = [
    `## ${command.name()}`,
    command.description(),
    code([help.commandUsage(command)]),
    list([...help.visibleArguments(command).map(argumentLine), ...commonLast(command.options).map(optionLine)]),
    notes.replaceAll("\n", " "),
    exits && `Exit codes: ${exits}`,
    "Examples:",
    code(examples.flatMap(([line, about]) => [...(about === "" ? [] : [`# ${about}`]), line]))
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

const argumentLine = (argument: Argument) =>
  `- \`${argument.required ? `<${argument.name()}>` : `[${argument.name()}]`}\`: ${prose(argument.description)}`;

function optionLine(option: Option): string {
  const preset = option.defaultValue === undefined ? "" : ` (default: ${String(option.defaultValue)})`;
  return `- \`${option.flags}\`: ${prose(option.description)}${preset}${option.mandatory ? "; required" : ""}`;
}

/** A name in angle brackets would be read as a tag, and vanish. */
const prose = (text: string) => text.replace(/[\w/.-]*(?:<[a-z]+>[\w/]*(?:\.[a-z]+)?)+/g, (word) => `\`${word}\``);

const list = (lines: readonly string[]) => lines.join("\n");
const code = (lines: readonly string[]) => ["```text", ...lines, "```"].join("\n");

/** Writes it beside the guides: `npx tsx loaders/cli/reference.ts`. */
if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(new URL("../../docs/guides/commands.md", import.meta.url), await commandReference());
