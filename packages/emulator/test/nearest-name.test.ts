import { describe, expect, test } from "vitest";
import { NEAR_NAMES } from "../../core/test/options/near-names.ts";
import { didYouMean, whichOf } from "../src/lib/core/values/nearest-name.ts";

describe("a hint to the name that is meant", () => {
  test.each(NEAR_NAMES)("%s among %j is that of the clients: %s", (name, known, meant) => {
    expect(didYouMean(name, known)).toBe(meant === undefined ? "" : `; did you mean ${meant}?`);
  });

  test("names all that there are if none is near", () => {
    expect(whichOf("colour", ["signal", "headers"])).toBe("; there are signal, headers");
  });
});
