import { defineConfig } from "vitest/config";
import { LIMITS } from "../../../../tools/test-kit/src/testing/limits.ts";

/** Runs the commands of the guide in a shell. They need curl and jq, which no other test needs. */
export default defineConfig({
  test: { name: "curl", ...LIMITS, include: ["packages/emulator/test/curl/*.test.ts"] },
});
