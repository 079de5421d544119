import { expect, it } from "vitest";
import { ArgumentError } from "../../../src/client.ts";
import { writeInt64 } from "../../../src/openapi.ts";
import { createThing } from "../../support.ts";

const operation = {
  ...createThing,
  body: { mediaType: "application/json", as: "int64", int64: { id: true, ids: [true] }, properties: { id: { type: "string", pattern: "^-?\\d+$" } } },
} as const;

it("writeInt64 writes decimal strings as numbers with every digit, and other values as JSON", () => {
  const value = { id: "7201234567890123456", ids: ["-1", "9007199254740993"], name: '"7"', left: undefined, none: null, deep: [{ id: "8" }] };
  expect(writeInt64(operation, value)).toEqual({
    body: '{"id":7201234567890123456,"ids":[-1,9007199254740993],"name":"\\"7\\"","none":null,"deep":[{"id":"8"}]}',
    mediaType: "application/json",
  });
});

it("writeInt64 throws for a value that is not a decimal number", () => {
  expect(() => writeInt64(operation, { id: "7.5" })).toThrow(ArgumentError);
});
