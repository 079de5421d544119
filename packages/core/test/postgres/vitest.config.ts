import { defineConfig } from "vitest/config";
import { LIMITS } from "../../../../tools/test-kit/src/testing/limits.ts";

/** The store in Postgres, and connections to it, on servers that the tests start: Debian's package postgresql. */
export default defineConfig({
  test: {
    name: "postgres",
    include: ["packages/core/test/postgres/*.test.ts", "packages/tail/test/postgres/*.test.ts"],
    ...LIMITS,
  },
});
