import { defineConfig } from "vitest/config";
import { printCounts } from "./counts.ts";

/** Clients for public specs, on the server of these. The specs need an npm registry, which no other test needs. */
export default defineConfig({
  test: {
    name: "spector",
    include: ["packages/generate/test/spector/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ["default", { onTestRunEnd: printCounts }],
  },
});
