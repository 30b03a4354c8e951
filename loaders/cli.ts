import {pathToFileURL} from "node:url";
import {EXIT_CODES, type Definition} from "./cli/definition.js";
import type {CliEffects} from "./cli/effects.js";
import {realEffects} from "./cli/effects.js";

/** A command's module: its definition, and what parses its own arguments (without the command's name) and resolves to the exit code. */
interface CommandModule {
  define(): Definition;
  run(argv: string[], effects: CliEffects): Promise<number>;
}

/** The one door. A command's code is loaded only when it is asked for. */
export const COMMANDS: {name: string; summary: string; load: () => Promise<CommandModule>}[] = [
  {name: "start", summary: "rehearse a campaign, build the report and serve it", load: () => import("./cli/start.js")},
  {
    name: "loaders",
    summary: "run a campaign from a plan (without a plan: the rehearsal)",
    load: () => import("./cli/loaders.js")
  },
  {
    name: "restore",
    summary: "bring the incumbent back after a killed campaign",
    load: () => import("./cli/restore.js")
  },
  {
    name: "import",
    summary: "take in evidence of other tools and past campaigns",
    load: () => import("./cli/import.js")
  },
  {name: "decide", summary: "print the decision of a campaign", load: () => import("./cli/decide.js")},
  {name: "sql", summary: "ask the evidence a question in SQL", load: () => import("./cli/sql.js")},
  {name: "explain", summary: "follow a published value down to its bytes", load: () => import("./cli/explain.js")},
  {name: "export", summary: "write the tables as Parquet", load: () => import("./cli/export.js")},
  {
    name: "verify",
    summary: "check hashes and chains; --deep re-derives every number",
    load: () => import("./cli/verify.js")
  },
  {name: "amend", summary: "append a signed review, waiver or authorisation", load: () => import("./cli/amend.js")},
  {name: "init", summary: "look at a server and write a plan for it", load: () => import("./cli/init.js")},
  {name: "derive", summary: "derive a request's metrics from its wire frames", load: () => import("./cli/derive.js")},
  {name: "ratio", summary: "compare two small samples honestly", load: () => import("./cli/ratio.js")},
  {name: "build", summary: "build the static report", load: () => import("./cli/build.js")}
];

const usage = () =>
  `Usage: npm run <command> -- [options]      (installed: assay <command> [options])\n\nCommands:\n${COMMANDS.map((c) => `  ${c.name.padEnd(9)} ${c.summary}`).join("\n")}\n\n` +
  `Every command takes --help, --json and --evidence DIR. Results go to stdout, talk to stderr.\n\n` +
  `Exit codes:\n${EXIT_CODES.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`).join("\n")}\n`;

/** Runs one command line; resolves to the exit code and never throws. */
export async function main(argv: string[], effects: CliEffects = realEffects): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    (name === undefined ? effects.talk : effects.out)(usage());
    return name === undefined ? 2 : 0;
  }
  const command = COMMANDS.find((c) => c.name === name);
  if (!command) {
    const {nearestName} = await import("../src/metrics/names/nearestName.js");
    const names = COMMANDS.map((c) => c.name);
    const near = nearestName(name, names);
    effects.talk(
      `There is no command "${name}".\n  next: ${near ? `did you mean "${near}"?` : `name one of ${names.join(", ")}`}\n`
    );
    return 2;
  }
  try {
    return await (await command.load()).run(rest, effects);
  } catch (error) {
    const {printProblem} = await import("./cli/printProblem.js");
    return printProblem(error, effects);
  }
}

/** Runs the command line of this process. A reader that has seen enough (`| head`) closes the pipe: that is no failure. */
export async function fromShell(argv: string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  process.exitCode = await main(argv);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await fromShell(process.argv.slice(2));
