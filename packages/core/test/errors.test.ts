import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type * as own from "../src/lib/errors.ts";
import {
  ApiError,
  ArgumentError,
  ConfigurationError,
  ConnectionError,
  InvalidResponseError,
  isApiError,
  isKeywrightError,
  KeywrightError,
  LookupError,
  PaginationError,
  TimeoutError,
  TokenError,
  VersionError,
} from "../src/index.ts";

const details = { operationId: "getThing", cause: new Error("why") };
const all: readonly (readonly [string, KeywrightError, object])[] = [
  ["ConfigurationError", new ConfigurationError("said", details), { code: "invalid-configuration" }],
  ["ConfigurationError", new ConfigurationError("said", details, "missing-token"), { code: "missing-token" }],
  ["ArgumentError", new ArgumentError("said", "body.name", details), { code: "invalid-argument", argument: "body.name" }],
  ["ConnectionError", new ConnectionError("said", "not-sent", details), { code: "connection-failed", outcome: "not-sent" }],
  ["ConnectionError", new ConnectionError("said", "unknown", details, "untrusted-connection"), { code: "untrusted-connection", outcome: "unknown" }],
  ["TimeoutError", new TimeoutError("said", 1000, details), { code: "timeout", timeoutMs: 1000, outcome: "unknown" }],
  [
    "ApiError",
    new ApiError("said", { ...details, status: 404, headers: new Headers({ a: "sentinel" }), body: "sentinel" }),
    { code: "api-error", status: 404 },
  ],
  ["ApiError", new ApiError("said", { ...details, status: 307, headers: new Headers(), body: "sentinel" }), { code: "redirect-refused", status: 307 }],
  [
    "InvalidResponseError",
    new InvalidResponseError("truncated-response", "said", { ...details, status: 200, excerpt: "sentinel" }),
    { code: "truncated-response", status: 200 },
  ],
  ["PaginationError", new PaginationError("missing-position", "said", details), { code: "missing-position" }],
  ["LookupError", new LookupError("ambiguous", "said", { ...details, candidates: ["id-1"] }), { code: "ambiguous", candidates: ["id-1"] }],
  [
    "VersionError",
    new VersionError("said", { ...details, expected: 7, actual: 9, written: false }),
    { code: "version-changed", expected: 7, actual: 9, written: false },
  ],
];

describe("every error", () => {
  it.each(all)("%s is an Error with its name, code, operation and cause", (name, error, members) => {
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(KeywrightError);
    expect(error).toMatchObject({ name, message: "said", operationId: "getThing", cause: details.cause, ...members });
    expect(String(error)).toBe(`${name}: said`);
    expect(error.stack).toContain("errors.test.ts");
    expect(error.constructor.name).toBe(name);
  });

  it.each(all)("%s shows its members in a log, and neither body nor headers nor excerpt", (name, error, members) => {
    const logged = inspect(error, { depth: 10 });
    expect(logged).toContain(`${name}: said`);
    for (const member of Object.values(members)) expect(logged).toContain(String(member));
    expect(`${logged}${JSON.stringify(error)}${JSON.stringify({ ...error })}`).not.toContain("sentinel");
    expect(JSON.parse(JSON.stringify(error))).toEqual({ operationId: "getThing", ...members });
  });

  it.each(all)("%s is recognised", (_name, error) => {
    expect(isKeywrightError(error)).toBe(true);
    expect(isKeywrightError(error, error.code)).toBe(true);
    expect(isKeywrightError(error, "too-many-items")).toBe(false);
  });

  it("may have neither operation nor cause", () => {
    const error = new ConfigurationError("said");
    expect(error.operationId).toBeUndefined();
    expect(Object.hasOwn(error, "cause")).toBe(false);
  });

  it("is of the class TokenError where no token can be had", () => {
    expect(new TokenError("said", details, "invalid-token")).toMatchObject({ name: "TokenError", code: "invalid-token", cause: details.cause });
  });

  it("of an argument names none where it is the input as a whole", () => {
    expect(new ArgumentError("said", "").argument).toBeUndefined();
  });
});

describe("the guards", () => {
  const refusal = new ApiError("said", { status: 404, headers: new Headers(), body: undefined });

  it("tell the service's own refusals, and their status", () => {
    expect([isApiError(refusal), isApiError(refusal, 404), isApiError(refusal, 409), isApiError(new ConfigurationError("said"))]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("know the errors of another copy of the package", async () => {
    const copy = (await import(/* @vite-ignore */ `../src/lib/errors.ts?copy=${1}`)) as typeof own;
    const theirs = new copy.ApiError("said", { status: 404, headers: new Headers(), body: undefined });
    expect(theirs).not.toBeInstanceOf(ApiError);
    expect([isKeywrightError(theirs, "api-error"), isApiError(theirs, 404), copy.isApiError(refusal, 404)]).toEqual([true, true, true]);
  });

  it.each([
    [undefined],
    [null],
    ["ApiError"],
    [404],
    [new Error("said")],
    [{ name: "ApiError", code: "api-error", status: 404 }],
    [Object.assign(new Error("said"), { code: "timeout" })],
    [() => {}],
  ])("take %s for none", (value) => {
    expect([isKeywrightError(value), isApiError(value)]).toEqual([false, false]);
  });
});

describe("an error about references", () => {
  it("says of each why it leads nowhere, and of no error else that it has failures", () => {
    const failures = { user: "no such item" };
    expect(new LookupError("unresolved-references", "said", { failures })).toMatchObject({ code: "unresolved-references", candidates: [], failures });
    expect(new LookupError("not-found", "said")).not.toHaveProperty("failures");
  });
});
