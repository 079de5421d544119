import { describe, expect, it } from "vitest";
import { fieldErrorReader } from "../../../src/openapi.ts";

describe("fieldErrorReader", () => {
  const read = fieldErrorReader({ list: "/fault/causes", field: "/at", message: "/why" });

  it("returns the messages of a list by field, and skips entries without both", () => {
    const causes = [{ at: "day", why: "is late" }, { at: "day", why: 7 }, { at: "size" }, { why: "lost" }, null];
    expect(read({ fault: { causes } })).toEqual({ day: ["is late", "7"] });
  });

  it("returns a map as it is", () => {
    expect(read({ fault: { causes: { day: ["is late"] } } })).toEqual({ day: ["is late"] });
  });

  it.each([undefined, null, "text", { fault: null }, { fault: { causes: [] } }])("returns nothing for %j", (body) => {
    expect(read(body)).toBeUndefined();
  });
});
