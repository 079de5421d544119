import { defineConfig } from "vitest/config";

/** Runs the commands of the guide in a shell. They need curl and jq, which no other test needs. */
export default defineConfig({
  test: { name: "curl", include: ["packages/emulator/test/curl/*.test.ts"] },
});
