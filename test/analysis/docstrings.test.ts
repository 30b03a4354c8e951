import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import ts from "typescript";
import {describe, expect, it} from "vitest";

interface Exported {
  /** `path: name`. */
  where: string;
  path: string;
  name: string;
  doc: string;
  /** Return type as written; empty where it is inferred. */
  returns: string;
  throws: boolean;
}

const files = (folder: string): string[] =>
  readdirSync(folder, {recursive: true, encoding: "utf8"})
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));

/** The exported functions of a file, declarations and arrow functions alike; an overload counts once. */
function exportedFunctions(path: string): Exported[] {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found = new Map<string, Exported>();
  const add = (node: ts.Node, name: string, fn: ts.SignatureDeclaration & {body?: ts.Node | undefined}) => {
    const doc = ts
      .getJSDocCommentsAndTags(node)
      .map((d) => d.getText())
      .join(" ");
    const before = found.get(name);
    found.set(name, {
      where: `${path}: ${name}`,
      path,
      name,
      doc: `${before?.doc ?? ""} ${doc}`.trim(),
      returns: fn.type?.getText() ?? "",
      throws: /\bthrow (new|fail|wrong)\b/.test(fn.body?.getText() ?? "")
    });
  };
  source.forEachChild((node) => {
    if (!ts.canHaveModifiers(node)) return;
    if (!ts.getModifiers(node)?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword)) return;
    if (ts.isFunctionDeclaration(node) && node.name) add(node, node.name.text, node);
    if (ts.isVariableStatement(node))
      for (const {name, initializer} of node.declarationList.declarations)
        if (initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)))
          add(node, name.getText(), initializer);
  });
  return [...found.values()];
}

const all = ["src/metrics", "src/analysis", "loaders/import"].flatMap(files).flatMap(exportedFunctions);
const failing = (of: Exported[], says: RegExp) => of.filter(({doc}) => !says.test(doc)).map(({where}) => where);

describe("public functions of metrics, analysis and import", () => {
  it("each have a docstring of a sentence at least", () => {
    expect(all.length).toBeGreaterThan(200);
    expect(all.filter(({doc}) => doc.split(/\s+/).length < 6).map(({where}) => where)).toEqual([]);
  });

  it("say when they give null", () => {
    const nullable = all.filter(({returns}) => /\b(null|undefined)\b/.test(returns.replace(/\{[^}]*\}/g, "")));
    expect(failing(nullable, /null|undefined|none|nothing|empty/i)).toEqual([]);
  });

  it("say that they throw, where they do so themselves", () => {
    expect(
      failing(
        all.filter((f) => f.throws),
        /throw/i
      )
    ).toEqual([]);
  });

  it("name the unit that their own name carries", () => {
    expect(
      failing(
        all.filter(({name}) => /Ms$/.test(name)),
        /\bms\b|milliseconds/
      )
    ).toEqual([]);
    expect(
      failing(
        all.filter(({name}) => /TokS$/.test(name)),
        /tokens per second/
      )
    ).toEqual([]);
    expect(
      failing(
        all.filter(({name}) => /Mib$/.test(name)),
        /MiB/
      )
    ).toEqual([]);
  });

  it("name the source of a definition or a statistical method", () => {
    const defined = all.filter(
      ({path, returns}) =>
        /^(src\/metrics\/[^/]+|src\/analysis\/statistics\/[^/]+)\.ts$/.test(path) &&
        /number|Float64Array|Interval|Rank/.test(returns)
    );
    expect(defined.length).toBeGreaterThan(25);
    expect(failing(defined, /Source:|design|\b(18|19|20)\d\d\b|section|from the definition|P\(/)).toEqual([]);
  });
});
