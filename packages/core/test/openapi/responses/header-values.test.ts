import { expect, it } from "vitest";
import { readHeaderValues } from "../../../src/openapi.ts";
import { getThing } from "../../support.ts";

const operation = { ...getThing, headers: { "x-name": "string", "x-left": "number", "x-last": "boolean" } } as const;

it.each([
  [
    { "X-Name": " a, b ", "X-Left": "12", "X-Last": "false" },
    { "x-name": "a, b", "x-left": 12, "x-last": false },
  ],
  [{ "x-left": "many", "x-last": "no", "x-other": "c" }, {}],
  [{ "x-name": "", "x-left": "" }, { "x-name": "" }],
])("readHeaderValues returns the documented headers of %j that have a value of their type", (headers, values) => {
  expect(readHeaderValues(operation, new Headers(headers))).toEqual(values);
});
