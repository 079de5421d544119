import { inspect } from "node:util";
import { isKeywrightError, KeywrightError } from "@keywright/core/client";
import { describe, expect, it } from "vitest";
import { LookupError, RotationError, StaleSecretError, VersionError } from "../src/lib/errors.ts";

const details = { operationId: "getItem", cause: new Error("why") };
const all: readonly (readonly [string, KeywrightError, { readonly code: string; readonly [name: string]: unknown }])[] = [
  ["LookupError", new LookupError("ambiguous", "said", { ...details, candidates: ["id-1"] }), { code: "ambiguous", candidates: ["id-1"] }],
  [
    "VersionError",
    new VersionError("version-changed", "said", { ...details, expectedVersion: 7, actualVersion: 9, written: false }),
    { code: "version-changed", expectedVersion: 7, actualVersion: 9, written: false },
  ],
  [
    "StaleSecretError",
    new StaleSecretError("stale-secret", "said", { ...details, since: "2026-03-02T08:00:00.000Z" }),
    { code: "stale-secret", since: "2026-03-02T08:00:00.000Z" },
  ],
  ["RotationError", new RotationError("rotation-failed", "said", { ...details, step: "apply" }), { code: "rotation-failed", step: "apply" }],
];

describe("an error of this package", () => {
  it.each(all)("%s is an Error of Keywright with its name, code, operation and cause", (name, error, properties) => {
    expect(error).toBeInstanceOf(KeywrightError);
    expect(error).toMatchObject({ name, message: "said", operationId: "getItem", cause: details.cause, ...properties });
    expect(String(error)).toBe(`${name}: said`);
    expect(error.stack).toContain("errors.test.ts");
    expect(error.constructor.name).toBe(name);
  });

  it.each(all)("%s shows its properties in a log", (name, error, properties) => {
    const logged = inspect(error, { depth: 10 });
    expect(logged).toContain(`${name}: said`);
    for (const property of Object.values(properties)) expect(logged).toContain(String(property));
    expect(JSON.parse(JSON.stringify(error))).toEqual({ operationId: "getItem", ...properties });
  });

  it.each(all)("%s is recognized by its code", (_name, error, { code }) => {
    expect([isKeywrightError(error), isKeywrightError(error, code), isKeywrightError(error, "too-many-items")]).toEqual([true, true, false]);
  });
});

describe("LookupError", () => {
  it("has failures only for references, and always a list of candidates", () => {
    const failures = { user: "no such item" };
    expect(new LookupError("unresolved-references", "said", { failures })).toMatchObject({ code: "unresolved-references", candidates: [], failures });
    expect(new LookupError("not-found", "said")).not.toHaveProperty("failures");
  });
});
