import {readFile} from "node:fs/promises";
import {parse} from "smol-toml";
import {describe, expect, it} from "vitest";
import {Policy} from "../../src/schema/policy.js";

describe("the default policy", () => {
  it("writes out every default of the schema, so that nothing is asked in silence", async () => {
    const written = parse(await readFile("configs/policies/default.toml", "utf8"));
    expect(written).toEqual(Policy.parse({schema: "assay.policy/v1", name: "default"}));
  });
});
