import { describe, expect, it } from "vitest";
import { ArgumentError } from "../../../src/client.ts";
import { writeIdempotencyKey, writeKeyedHeaders } from "../../../src/openapi.ts";
import { createThing } from "../../support.ts";

const keyed = { ...createThing, idempotencyKey: "Idempotency-Key" };

describe("writeIdempotencyKey", () => {
  it("makes a new UUID for each call", () => {
    const keys = [1, 2].map(() => writeIdempotencyKey(keyed, {}, {})["idempotency-key"]);
    expect(keys).toEqual([expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/), expect.any(String)]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it("takes the caller's key from the input, or else from the headers", () => {
    const headers = { "idempotency-key": "of-headers" };
    expect(writeIdempotencyKey(keyed, { "Idempotency-Key": "of-input" }, headers)).toEqual({ "idempotency-key": "of-input" });
    expect(writeIdempotencyKey(keyed, {}, headers)).toEqual(headers);
  });

  it.each([7, "", "line\nbreak", " spaces "])("throws for the key %j", (key) => {
    expect(() => writeIdempotencyKey(keyed, { "Idempotency-Key": key }, {})).toThrow(ArgumentError);
  });

  it("writes nothing for an operation without a key", () => {
    expect(writeIdempotencyKey(createThing, {}, {})).toEqual({});
  });
});

it("writeKeyedHeaders writes the headers of the contract, and the key", () => {
  const operation = { ...keyed, headerParameters: { "X-Trace": { type: "string" } } } as const;
  expect(writeKeyedHeaders(operation, { "X-Trace": "t", "Idempotency-Key": "k" }, {})).toEqual({ "x-trace": "t", "idempotency-key": "k" });
});
