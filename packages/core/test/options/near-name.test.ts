import { describe, expect, it } from "vitest";
import { nearName } from "../../src/lib/options/near-name.ts";
import { NEAR_NAMES } from "./near-names.ts";

const known = (...names: readonly string[]): readonly (readonly [string, string])[] => names.map((name) => [name, name]);

describe("a name that is near", () => {
  it.each(NEAR_NAMES)("%s among %j is %s", (name, names, found) => {
    expect(nearName(name, known(...names))).toBe(found);
  });

  it("is found by what it means", () => {
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
