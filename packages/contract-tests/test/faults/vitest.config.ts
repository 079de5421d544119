import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LIMITS } from "../../../../tools/test-kit/src/testing/limits.ts";
import { killProject } from "../kill/vitest.config.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** The tests of the fault list: on each transport, in the packages whose tests show a promise without a socket, and a few kills. */
export default defineConfig({
  root,
  test: {
    // These tests mostly wait, so they need not leave a core free, as Vitest does by default.
    maxWorkers: "100%",
    projects: [
      ...(["fetch", "node"] as const).map((transport) => ({
        test: {
          name: transport,
          root,
          include: ["packages/contract-tests/test/faults/*.test.ts"],
          exclude: ["**/simulation.test.ts"],
          isolate: false,
          provide: { transport },
          maxConcurrency: 20,
          ...LIMITS,
        },
      })),
      {
        test: {
          name: "elsewhere",
          root,
          isolate: false,
          include: ["packages/*/test/**/*.test.ts"],
          exclude: ["packages/contract-tests/test/prism*", "packages/contract-tests/test/{faults,kill}/!(simulation).test.ts"],
          ...LIMITS,
        },
      },
      killProject,
    ],
  },
});
