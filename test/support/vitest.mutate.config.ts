import {defineConfig} from "vitest/config";

/** The tests of the metrics and the statistics, for mutation testing: quick and deterministic, so the fuzzing is left out. */
export default defineConfig({
  test: {
    include: ["test/metrics/*.test.ts", "test/statistics/*.test.ts"],
    exclude: ["test/metrics/fuzz.test.ts"],
    // Simulations of many draws say how often an interval holds; what a line computes is held by the others.
    testNamePattern: /^(?!.*(?:draws|of one server|10,000 v 10,000|exact against|million lines))/,
    environment: "node",
    testTimeout: 60_000,
    env: {TZ: "UTC", NO_COLOR: "1"}
  }
});
