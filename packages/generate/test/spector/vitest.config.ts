import { defineConfig } from "vitest/config";
import { LIMITS } from "../../../../tools/test-kit/src/testing/limits.ts";
import { printCounts } from "./counts.ts";

/** Clients for public specs, on the server of these. The specs need an npm registry, which no other test needs. */
export default defineConfig({
  test: {
    name: "spector",
    include: ["packages/generate/test/spector/*.test.ts"],
    ...LIMITS,
    reporters: ["default", { onTestRunEnd: printCounts }],
  },
});
