import { defineConfig } from "vitest/config";

/** The README's commands in a shell: they need curl and jq, which the other tests do without. */
export default defineConfig({
  test: { name: "curl", include: ["packages/emulator/test/curl/*.test.ts"] },
});
