import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { withVectors } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { writePointer } from "../src/lib/json-pointer.ts";

/** RFC 6901 §4, `~1` first, so that `~01` becomes `~1` and not a slash. */
function readPointer(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

describe("a pointer that is written", () => {
  it("is read as the names that it was made of, whatever these are", () => {
    const name = oneof(string({ unit: "binary" }), constantFrom("/", "~", "~1", "~01", "", "-", "0", "__proto__", "constructor"));
    assert(
      property(array(name), (names) => {
        expect(readPointer(writePointer(...names))).toEqual(names);
      }),
      { numRuns: 1000 },
    );
  });

  withVectors<{ readonly pointer?: string; readonly value?: unknown }>("rfc6901-pointer/json-pointer.json", (cases) => {
    const valid = (cases as readonly { readonly description: string; readonly value: unknown; readonly valid: boolean }[]).filter(
      ({ valid: isValid, value }) => isValid && typeof value === "string",
    );
    it.each(valid)("is the public case again: $description", ({ value }) => {
      expect(writePointer(...readPointer(value as string))).toBe(value);
    });
  });
});
