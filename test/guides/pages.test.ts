import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {describe, expect, it} from "vitest";
import {z} from "zod";
import {guidePage, guidePages} from "../../loaders/cli/build/guidePages.js";
import {publishedSchemas, SCHEMA_NAMES} from "../../loaders/cli/build/publishedSchemas.js";
import {commandReference} from "../../loaders/cli/reference.js";
import {sampleDecision} from "../support/sampleDecision.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

describe("guides in the report", () => {
  it("shows each example as the very file that the tests run, and leaves no example unshown", async () => {
    const {extend = ""} = await guidePages();
    for (const name of await readdir(join(ROOT, "test/guides/examples")))
      expect(extend).toContain((await readFile(join(ROOT, "test/guides/examples", name), "utf8")).trimEnd());
  });

  it("has no fence that Framework would run, no placeholder that it would fill, and no link out of the report", async () => {
    for (const [name, text] of Object.entries(await guidePages())) {
      expect(text.match(/^```(js|ts|sql|html)$/m), name).toBeNull();
      expect(text.replace(/^```[\s\S]*?^```$/gm, "").match(/\$\{|\]\(\.\.\/\.\.\//), name).toBeNull();
      expect(text, name).toMatch(/^---\ntitle: ".+"\n---\n/);
    }
  });

  it("refuses a guide whose example is gone", async () => {
    await expect(guidePage("# T\n\n[x](../../test/guides/examples/gone.ts)\n")).rejects.toThrow(/ENOENT/);
  });

  it("keeps the reference of the commands current: npx tsx loaders/cli/reference.ts writes it", async () => {
    expect(await readFile(join(ROOT, "docs/guides/commands.md"), "utf8")).toBe(await commandReference());
  });

  it("names only campaigns that the repository holds", async () => {
    const held = await readdir(join(ROOT, "evidence"));
    const texts = await Promise.all(
      (await readdir(join(ROOT, "docs/guides"))).map((name) => readFile(join(ROOT, "docs/guides", name), "utf8"))
    );
    const readme = await readFile(join(ROOT, "README.md"), "utf8");
    for (const [, id = ""] of [...texts, readme]
      .join("\n")
      .matchAll(/(?:decide|verify|explain) -- (\d{4}-\d\d-\d\d-[\w-]+)/g))
      expect(held).toContain(id);
  });
});

describe("published JSON Schemas", () => {
  it("have a stable name, an id that says the version, and a sentence of what they describe", () => {
    const schemas = publishedSchemas();
    expect(Object.keys(schemas)).toEqual(SCHEMA_NAMES.map(({name}) => `${name}.json`));
    for (const [file, text] of Object.entries(schemas)) {
      const schema = JSON.parse(text) as Record<string, unknown>;
      expect(file).toMatch(/^[a-z-]+\.v\d+\.json$/);
      expect(schema["$schema"], file).toBe("https://json-schema.org/draft/2020-12/schema");
      expect(schema["$id"], file).toBe(`urn:assay:schema:${file.replace(/\.v(\d+)\.json$/, ":v$1")}`);
      expect(schema["description"], file).toBeTruthy();
    }
  });

  it("describe every record of the repository's evidence that carries a schema, and refuse a broken one", async () => {
    const {["stage.v1.json"]: stage = "", ["decision.v1.json"]: decision = ""} = publishedSchemas();
    const read = (text: string) => z.fromJSONSchema(JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0]);
    expect(read(decision).safeParse(sampleDecision()).success).toBe(true);
    expect(read(decision).safeParse({...sampleDecision(), complete: "yes"}).success).toBe(false);
    const evidence = join(ROOT, "evidence");
    const stages = (await readdir(evidence, {recursive: true})).filter((name) => /\/\d\d-[^/.]+\.json$/.test(name));
    expect(stages.length).toBeGreaterThan(5);
    for (const name of stages) {
      const record: unknown = JSON.parse(await readFile(join(evidence, name), "utf8"));
      expect(read(stage).safeParse(record).error?.issues, name).toBeUndefined();
    }
  });
});
