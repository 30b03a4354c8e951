// Runs types, lint, format, dependency rules and the vitest suites, and closes with one line that counts them all.
import {spawnSync} from "node:child_process";
import {existsSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

const bin = (name) => join("node_modules", ".bin", name);
const checks = [
  ["types", bin("tsc"), ["--noEmit"]],
  ["lint", bin("eslint"), [".", "--max-warnings", "0"]],
  ["format", bin("prettier"), ["--check", "--log-level", "warn", "."]],
  [
    "who may import whom",
    bin("depcruise"),
    ["--config", ".dependency-cruiser.cjs", "--output-type", "err", "src", "loaders"]
  ],
  ["dead code", bin("knip"), ["--no-progress"]]
];

let passed = 0;
let failed = 0;
for (const [name, command, args] of checks) {
  const run = spawnSync(command, args, {encoding: "utf8", env: {...process.env, NO_COLOR: "1"}});
  if (run.status === 0) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED ${name}\n${run.stdout}${run.stderr}`);
  }
  console.log(`${run.status === 0 ? "passed" : "failed"}: ${name}`);
}

const folder = mkdtempSync(join(tmpdir(), "assay-test-"));
const report = join(folder, "report.json");
const args = ["run", "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`, ...process.argv.slice(2)];
const suite = spawnSync(bin("vitest"), args, {
  stdio: ["ignore", "inherit", "inherit"],
  env: {...process.env, NO_COLOR: "1"}
});
if (existsSync(report)) {
  const {numPassedTests, numFailedTests, numPendingTests, testResults} = JSON.parse(readFileSync(report, "utf8"));
  const broken = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.every((a) => a.status !== "failed")
  );
  for (const file of broken) console.log(`FAILED to run ${file.name}: ${file.message}`);
  passed += numPassedTests;
  failed += numFailedTests + broken.length;
  if (numPendingTests > 0) console.log(`${numPendingTests} skipped: each says why in its title or output`);
  if (suite.status !== 0 && numFailedTests === 0 && broken.length === 0) failed += 1;
} else failed += 1;
rmSync(folder, {recursive: true, force: true});
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
