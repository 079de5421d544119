import { describe, it } from "vitest";
import { memoryCheckpoints } from "../../src/feeds.ts";
import { storeRules } from "../../src/store-rules.ts";

describe("the store in memory", () => {
  // The rules assert by themselves, so that they serve every test runner.
  // oxlint-disable-next-line vitest/expect-expect
  it.each(storeRules)("$rule", ({ check }) =>
    check(async () => {
      const store = memoryCheckpoints();
      return [store, store];
    }),
  );
});
