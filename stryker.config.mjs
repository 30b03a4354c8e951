/** Mutation testing of the metrics and the statistics: `npm run mutate`. Survivors are explained in docs/mutation.md. */
export default {
  testRunner: "vitest",
  vitest: {configFile: "test/support/vitest.mutate.config.ts"},
  mutate: ["src/metrics/**/*.ts", "src/analysis/statistics/**/*.ts", "!**/index.ts"],
  // Only what these tests read is copied; the shared cases lie beside the checkout.
  ignorePatterns: [
    "*",
    "!src/**",
    "!test/**",
    "!loaders/**",
    "!configs/**",
    "!evidence/**",
    "!package.json",
    "!tsconfig.json"
  ],
  coverageAnalysis: "perTest",
  // What runs once, when a module is loaded, would need every test again for each mutant.
  ignoreStatic: true,
  concurrency: 1,
  // A machine that has other work must not count as a mutant that never ends.
  timeoutMS: 30_000,
  timeoutFactor: 4,
  reporters: ["json", "clear-text"],
  clearTextReporter: {allowColor: false, reportTests: false, logTests: false},
  jsonReporter: {fileName: ".assay/mutation.json"},
  tempDirName: ".assay/stryker",
  thresholds: {high: 95, low: 90, break: 90},
  disableTypeChecks: false,
  allowEmpty: false
};
