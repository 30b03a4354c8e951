import {describe, expect, it} from "vitest";
import {applyDiff} from "../../loaders/stages/quality/applyDiff.js";
import {codeBlock, gradeCoding} from "../../loaders/stages/quality/grade.js";
import {runInSandbox} from "../../loaders/stages/quality/sandbox.js";
import {CODING_TASKS, type CodingTask} from "../../loaders/stages/quality/tasks.js";
import {requestRecord} from "./requestRecord.js";

const task = (name: string): CodingTask => {
  const found = CODING_TASKS.find((one) => one.task === name);
  if (!found) throw new Error(`no task ${name}`);
  return found;
};
const answer = (code: string) => requestRecord({content: `Here it is:\n\n\`\`\`js\n${code}\n\`\`\`\nIt works.`});

const ROMAN = `function toRoman(n) {
  if (!Number.isInteger(n) || n < 1 || n > 3999) return null;
  const table = [[1000,"M"],[900,"CM"],[500,"D"],[400,"CD"],[100,"C"],[90,"XC"],[50,"L"],[40,"XL"],[10,"X"],[9,"IX"],[5,"V"],[4,"IV"],[1,"I"]];
  let text = "";
  for (const [value, letters] of table) while (n >= value) { text += letters; n -= value; }
  return text;
}`;

describe("the sandbox of coding answers", () => {
  it("passes an answer whose checks hold", async () => {
    expect(await runInSandbox("function f() { return [1]; }", "equal(f(), [1]);")).toMatchObject({ok: true});
  });

  it("tells a wrong result from an exception and from code that does not parse", async () => {
    expect((await runInSandbox("function f() { return 2; }", "equal(f(), 1);")).class).toBe("wrong-result");
    expect((await runInSandbox("function f() { throw new Error('no'); }", "equal(f(), 1);")).class).toBe("exception");
    expect((await runInSandbox("function f( {", "equal(f(), 1);")).class).toBe("syntax-error");
  });

  it("ends an endless loop and a catastrophic regular expression at its time limit", async () => {
    expect((await runInSandbox("while (true) {}", "", 100)).class).toBe("time-limit");
    expect((await runInSandbox("/^(a+)+$/.test('a'.repeat(40) + 'b')", "", 100)).class).toBe("time-limit");
  });

  it("ends an allocation without bound at its memory or time limit", async () => {
    for (const code of ["const all = []; for (;;) all.push({a: [1, 2, 3]});", "for (let s = 'xx'; ; ) s = s + s;"])
      expect((await runInSandbox(code, "", 500)).ok).toBe(false);
  });

  it("ends a built-in that never polls its limit, from outside", async () => {
    const code = "const all = []; for (;;) all.push('x'.repeat(1000000) + all.length);";
    const result = await runInSandbox(code, "", 100, 400);
    expect(["time-limit", "memory-limit"]).toContain(result.class);
  });

  it("ends recursion without bound as an exception", async () => {
    expect(await runInSandbox("function f() { return f() + 1; } f();", "")).toMatchObject({
      ok: false,
      class: "exception"
    });
  });

  it("gives no way to the host: no process, require, import, fetch, timer or console", async () => {
    const names = ["process", "require", "fetch", "setTimeout", "console", "WebAssembly", "Deno", "std", "os"];
    const result = await runInSandbox(
      `const seen = ${JSON.stringify(names)}.filter((name) => typeof globalThis[name] !== "undefined");`,
      "equal(seen, []);"
    );
    expect(result).toMatchObject({ok: true});
    expect(
      (await runInSandbox('import("node:fs").then(() => { globalThis.got = 1; })', "equal(typeof got, 'undefined');"))
        .ok
    ).toBe(true);
    expect((await runInSandbox('import fs from "node:fs";', "")).ok).toBe(false);
  });

  it("lets no answer change the comparison that judges it", async () => {
    const cheat = "JSON.stringify = () => 'same'; Error = class {}; function f() { return 2; }";
    expect((await runInSandbox(cheat, "equal(f(), 1);")).ok).toBe(false);
    expect((await runInSandbox("equal = () => {}; function f() { return 2; }", "equal(f(), 1);")).ok).toBe(false);
  });
});

describe("grading a coding attempt", () => {
  it("passes a right answer by executing it", async () => {
    expect(await gradeCoding(task("roman-numerals"), 1, answer(ROMAN))).toMatchObject({
      verdict: "pass",
      grader: "executed"
    });
  });

  it("fails a wrong answer with what it gave", async () => {
    const graded = await gradeCoding(task("roman-numerals"), 2, answer(ROMAN.replace('[4,"IV"],', "")));
    expect(graded).toMatchObject({verdict: "fail", failure_class: "wrong-result"});
    expect(graded.reason).toContain("IIII");
  });

  it("calls an answer that its budget cut budget_exhausted, not wrong", async () => {
    const cut = requestRecord({content: "```js\nfunction toRoman(", finish_reason: "length"});
    expect(await gradeCoding(task("roman-numerals"), 1, cut)).toMatchObject({failure_class: "budget_exhausted"});
  });

  it("fails an answer without code, and a request that failed by its status", async () => {
    expect((await gradeCoding(task("build-order"), 1, requestRecord({content: "I cannot."}))).failure_class).toBe(
      "no-code"
    );
    expect((await gradeCoding(task("build-order"), 1, requestRecord({status: "timeout"}))).failure_class).toBe(
      "timeout"
    );
  });

  it("applies a diff to the file and runs the result", async () => {
    const right = `--- a/ledger.js
+++ b/ledger.js
@@ -2,7 +2,7 @@
 function balances(entries) {
   const totals = {};
-  for (let i = 1; i < entries.length; i++) {
+  for (let i = 0; i < entries.length; i++) {
     const entry = entries[i];
-    totals[entry.account] = totals[entry.account] + entry.cents;
+    totals[entry.account] = (totals[entry.account] ?? 0) + entry.cents;
   }
   return totals;`;
    const diff = (text: string) => requestRecord({content: `\`\`\`diff\n${text}\n\`\`\``});
    expect(await gradeCoding(task("ledger-diff"), 1, diff(right))).toMatchObject({
      verdict: "pass",
      grader: "diff-applied"
    });
    expect((await gradeCoding(task("ledger-diff"), 1, diff(right.replace("i = 1;", "j = 1;")))).failure_class).toBe(
      "diff-does-not-apply"
    );
    expect((await gradeCoding(task("ledger-diff"), 1, diff(right.replace("i = 0", "i = 2")))).failure_class).toBe(
      "wrong-result"
    );
  });

  it("takes the longest code block of an answer", () => {
    expect(codeBlock("```js\nf()\n```\nand\n```js\nfunction f() {}\n```")).toBe("function f() {}\n");
    expect(codeBlock("no code here")).toBeNull();
  });
});

describe("applyDiff", () => {
  it("finds a hunk whose line numbers are off", () => {
    expect(applyDiff("a\nb\nc\n", "@@ -9,2 +9,2 @@\n b\n-c\n+d\n")).toEqual({text: "a\nb\nd\n"});
  });

  it("says which hunk does not match", () => {
    expect(applyDiff("a\nb\n", "@@ -1,1 +1,1 @@\n-x\n+y\n")).toEqual({reason: "hunk 1 does not match the file"});
    expect(applyDiff("a\n", "no diff at all")).toEqual({reason: "there is no hunk (@@) in it"});
  });
});
