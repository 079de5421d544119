import { describe, expect, it } from "vitest";
import { nearName } from "../src/lib/near-name.ts";

const known = (...names: readonly string[]): readonly (readonly [string, string])[] => names.map((name) => [name, name]);

describe("a name that is near", () => {
  it.each([
    ["timeout", ["timeoutMs", "totalTimeoutMs"], "timeoutMs"],
    ["totalTimeout", ["timeoutMs", "totalTimeoutMs"], "totalTimeoutMs"],
    ["timeout_ms", ["timeoutMs"], "timeoutMs"],
    ["TIMEOUTMS", ["timeoutMs"], "timeoutMs"],
    ["timeoutSeconds", ["signal", "timeoutMs"], undefined],
    ["scopes", ["store", "scope"], "scope"],
    ["concurency", ["concurrency"], "concurrency"],
    ["concurrancy", ["concurrency"], "concurrency"],
    ["maxRetrys", ["maxRetries", "maxDelayMs"], "maxRetries"],
    ["url", ["baseUrl", "fetch"], "baseUrl"],
    ["fetcher", ["transport", "fetch"], "fetch"],
    ["tags", ["tag", "a"], "tag"],
    ["ca", ["cb", "cache"], undefined],
    ["colour", ["signal", "headers"], undefined],
    ["", ["signal"], undefined],
    ["__", ["a_b"], undefined],
  ])("%s among %j is %s", (name, names, found) => {
    expect(nearName(name, known(...names))).toBe(found);
  });

  it("is given by what it means", () => {
    expect(
      nearName("startTime", [
        ["since", "since"],
        ["start_time", "since"],
      ]),
    ).toBe("since");
  });

  it("is found among long names in little time", () => {
    expect(nearName("x".repeat(5000), known("y".repeat(40)))).toBeUndefined();
  });
});
