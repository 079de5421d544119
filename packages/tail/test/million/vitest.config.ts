import { defineConfig } from "vitest/config";

/** A million events take minutes, so `npx pnpm test` leaves this out. */
export default defineConfig({
  test: { name: "audit", include: ["packages/tail/test/million/*.test.ts"], testTimeout: 1_800_000, hookTimeout: 120_000 },
});
