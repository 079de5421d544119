import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LIMITS } from "../../../../tools/test-kit/src/testing/limits.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** How often each row kills, and what chooses the instants; the commands set both. */
export const killProject = {
  test: {
    name: "kill",
    root,
    include: ["packages/contract-tests/test/kill/*.test.ts"],
    provide: { kills: Number(process.env["TORTURE_KILLS"] ?? 50), seed: Number(process.env["TORTURE_SEED"] ?? 1) },
    ...LIMITS,
    testTimeout: 600_000,
  },
};

export default defineConfig({ root, test: { maxWorkers: "100%", projects: [killProject] } });
