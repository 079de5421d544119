import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LIMITS } from "../../../../tools/test-kit/src/testing/limits.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** The sinks on real servers and under `kill -9`; the command sets how often each row kills, and how many events it sends. */
export default defineConfig({
  root,
  test: {
    name: "sinks",
    root,
    // These tests mostly wait, so they need not leave a core free, as Vitest does by default.
    maxWorkers: "100%",
    isolate: false,
    include: ["packages/sinks/test/servers/*.test.ts"],
    provide: {
      kills: Number(process.env["TORTURE_KILLS"] ?? 10),
      seed: Number(process.env["TORTURE_SEED"] ?? 1),
      events: Number(process.env["SINK_EVENTS"] ?? 10_000),
    },
    ...LIMITS,
    testTimeout: 600_000,
  },
});
