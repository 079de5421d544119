import { defineConfig } from "vitest/config";
import { LIMITS } from "../../../../tools/test-kit/src/testing/limits.ts";

/** The store in Postgres, and connections to it, on servers that the tests start: Debian's package postgresql. */
export default defineConfig({
  test: {
    name: "postgres",
    // These tests mostly wait, so they need not leave a core free, as Vitest does by default.
    maxWorkers: "100%",
    isolate: false,
    include: ["packages/core/test/postgres/*.test.ts", "packages/tail/test/postgres/*.test.ts"],
    ...LIMITS,
  },
});
