import { describe, expect, it } from "vitest";
import { printable } from "../src/client.ts";

describe("printable", () => {
  it.each([
    ["control characters", "a\u001b[2J\u009b2J\u007f\r\n", "a\\u001b[2J\\u009b2J\\u007f\\u000d\\u000a"],
    ["direction, invisible characters and line ends", "a\u202eb\u200bc\u2028", "a\\u202eb\\u200bc\\u2028"],
    ["a character of two code units", "a\u{E0041}b", "a\\udb40\\udc41b"],
  ])("escapes %s", (_what, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it.each(["Café, 東京, שלום", "👩\u200d👩\u200d👧", "two  spaces"])("keeps %s", (text) => {
    expect(printable(text)).toBe(text);
  });

  it("keeps the value of JSON", () => {
    const value = { title: "a\u009b31m\u202e\u{E0041}\u{1D173}" };
    expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value);
  });
});
