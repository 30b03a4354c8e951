import {existsSync, readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {licencesText, lockedPackages} from "./licences.js";

/** Licences under which anything may be made with a package; of a choice one is enough. */
const FREE =
  /^\(?(MIT|MIT-0|ISC|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|0BSD|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0|OFL-1\.1)\b/;
/** Changes to their own files must be shared; Assay changes none and does not ship them. */
const FREE_TO_DEVELOP = /^(MPL-2\.0|CC-BY-4\.0)$/;

/**
 * Packages whose install script does not run (`.npmrc`), and why nothing lacks it: esbuild's and protobufjs' only check or tell,
 * ssh2 and cpu-features are optional speed-ups of a transport that Assay does not use.
 */
const SCRIPTS_NOT_NEEDED = ["cpu-features", "esbuild", "protobufjs", "ssh2"];

const packages = lockedPackages();

describe("what Assay is made with", () => {
  it("is listed with its licences in docs/licences.md", () => {
    expect(readFileSync("docs/licences.md", "utf8")).toBe(licencesText(packages));
  });

  it("is free to use", () => {
    const others = packages.filter(({licence, dev}) => !FREE.test(licence) && !(dev && FREE_TO_DEVELOP.test(licence)));
    expect(others.map(({name, licence}) => `${name}: ${licence}`)).toEqual([]);
  });

  it("is locked by its hash", () => {
    const open = packages.filter((one) => !one.bundled && !/^sha512-/.test(one.integrity ?? ""));
    expect(open.map((one) => one.name)).toEqual([]);
  });

  it("needs no install script: none is run", () => {
    const names = new Set(packages.filter((one) => one.installScript).map((one) => one.name));
    expect([...names].sort()).toEqual(SCRIPTS_NOT_NEEDED);
    expect(existsSync(".npmrc") && readFileSync(".npmrc", "utf8")).toContain("ignore-scripts=true");
  });

  it("is pinned where package.json names a range only of what the lock file holds", () => {
    const own = JSON.parse(readFileSync("package.json", "utf8")) as Record<"dependencies" | "devDependencies", object>;
    const locked = new Set(packages.map((one) => one.name));
    const named = [...Object.keys(own.dependencies), ...Object.keys(own.devDependencies)];
    expect(named.filter((name) => !locked.has(name))).toEqual([]);
  });
});
