import {defineConfig} from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Tests with a real engine and a real browser share two cores in CI: a second try tells load from a fault.
    retry: process.env["CI"] === undefined ? 0 : 2,
    env: {TZ: "UTC", NO_COLOR: "1"}
  }
});
