import {readdir} from "node:fs/promises";
import {describe, expect, it} from "vitest";
import {COMMANDS} from "../../loaders/cli.js";
import {command} from "./commandLine.js";

const ESCAPE = String.fromCharCode(27);

describe("every command", () => {
  it("prints its help on standard output, with usage, the options that all have, and examples", async () => {
    for (const {name} of COMMANDS) {
      const {code, out, talk} = await command([name, "--help"]);
      expect([name, code, talk]).toEqual([name, 0, ""]);
      expect(out).toMatch(new RegExp(`^Usage: npm (run )?${name} -- `));
      for (const part of ["--json", "--evidence <dir>", "-h, --help", "\nExamples:\n"])
        expect(out, name).toContain(part);
      const examples = out.split("\nExamples:\n")[1] ?? "";
      expect(examples, name).toMatch(new RegExp(`npm (run )?(-s )?${name}\\b`));
      expect(out).not.toContain(ESCAPE);
    }
  });

  it("has a definition of its own for each file of loaders/cli that runs", async () => {
    const files = (await readdir("loaders/cli")).map((file) => file.replace(/\.ts$/, ""));
    for (const {name} of COMMANDS) expect(files).toContain(name);
  });

  it("names the nearest option, command and campaign, and exits 2", async () => {
    const option = await command(["decide", "x", "--jsno"]);
    expect([option.code, option.out]).toEqual([2, ""]);
    expect(option.talk).toContain("(Did you mean --json?)");
    expect(option.talk).toContain("npm run decide -- --help");
    expect((await command(["verfy"])).talk).toContain('did you mean "verify"?');
    const campaign = await command(["verify", "2026-11-30-reherasl"]);
    expect(campaign.code).toBe(2);
    expect(campaign.talk).toMatch(/did you mean "\d{4}-\d\d-\d\d-rehearsal"\?/);
  });

  it("takes a campaign by the path that a shell completes, with its slash", async () => {
    const [id = ""] = (await readdir("evidence")).filter((name) => name.endsWith("-qualification"));
    const {code, out} = await command(["verify", `evidence/${id}/`, "--json"]);
    expect([code, (JSON.parse(out) as {campaign_id: string}).campaign_id]).toEqual([0, id]);
  });

  it("does not start when npm kept its options for itself", async () => {
    const {code, talk} = await command(["loaders", "configs/attached-sglang.toml"], {env: {npm_config_check: "true"}});
    expect(code).toBe(2);
    expect(talk).toContain("npm kept --check for itself");
    expect(talk).toContain("next: put -- before them: npm run loaders -- --check ...");
  });

  it("lists all commands and exit codes without a name, on standard error and with exit 2", async () => {
    const none = await command([]);
    const asked = await command(["--help"]);
    expect([none.code, none.out, asked.code, asked.talk]).toEqual([2, "", 0, ""]);
    expect(asked.out).toBe(none.talk);
    for (const text of [...COMMANDS.map((c) => c.name), "Exit codes:", " 130  interrupted"])
      expect(asked.out).toContain(text);
  });

  it("prints one form of a decision at a time, and writes the others into files", async () => {
    const two = await command(["decide", "x", "--junit", "--badge"]);
    expect(two.code).toBe(2);
    expect(two.talk).toContain("--junit and --badge cannot both be printed");
  });
});
