import {existsSync, readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";

const text = readFileSync("src/rely.md", "utf8");

describe("the page of promises", () => {
  it("names only tests that exist", () => {
    const named = [...text.matchAll(/`(test\/[^`]*)`/g)].map(([, path]) => path ?? "");
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("has no promise without a test", () => {
    const promises =
      text
        .split("## What it does not promise")[0]
        ?.split("\n")
        .filter((line) => line.startsWith("- ")) ?? [];
    expect(promises.filter((line) => !/`test\//.test(line))).toEqual([]);
  });
});
