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
  PaginationError,
  TimeoutError,
  TokenError,
} from "../src/index.ts";

const details = { operationId: "getThing", cause: new Error("why") };
const all: readonly (readonly [string, KeywrightError, object])[] = [
  ["ConfigurationError", new ConfigurationError("invalid-configuration", "said", details), { code: "invalid-configuration" }],
  ["ConfigurationError", new ConfigurationError("missing-token", "said", details), { code: "missing-token" }],
  ["ArgumentError", new ArgumentError("invalid-argument", "said", { argument: "body.name", ...details }), { code: "invalid-argument", argument: "body.name" }],
  [
    "ConnectionError",
    new ConnectionError("connection-failed", "said", { outcome: "not-sent", ...details }),
    { code: "connection-failed", outcome: "not-sent" },
  ],
  [
    "ConnectionError",
    new ConnectionError("untrusted-connection", "said", { outcome: "unknown", ...details }),
    { code: "untrusted-connection", outcome: "unknown" },
  ],
  [
    "TimeoutError",
    new TimeoutError("timeout", "said", { timeoutMs: 1000, outcome: "unknown", ...details }),
    { code: "timeout", timeoutMs: 1000, outcome: "unknown" },
  ],
  [
    "ApiError",
    new ApiError("api-error", "said", { ...details, status: 404, headers: new Headers({ a: "sentinel" }), body: "sentinel" }),
    { code: "api-error", status: 404 },
  ],
  [
    "ApiError",
    new ApiError("redirect-refused", "said", { ...details, status: 307, headers: new Headers(), body: "sentinel" }),
    { code: "redirect-refused", status: 307 },
  ],
  [
    "InvalidResponseError",
    new InvalidResponseError("truncated-response", "said", { ...details, status: 200, excerpt: "sentinel" }),
    { code: "truncated-response", status: 200 },
  ],
  ["PaginationError", new PaginationError("missing-position", "said", details), { code: "missing-position" }],
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

  it.each(all)("%s shows its properties in a log, and neither body nor headers nor excerpt", (name, error, members) => {
    const logged = inspect(error, { depth: 10 });
    expect(logged).toContain(`${name}: said`);
    for (const member of Object.values(members)) expect(logged).toContain(String(member));
    expect(`${logged}${JSON.stringify(error)}${JSON.stringify({ ...error })}`).not.toContain("sentinel");
    expect(JSON.parse(JSON.stringify(error))).toEqual({ operationId: "getThing", ...members });
  });

  it.each(all)("%s is recognized", (_name, error) => {
    expect(isKeywrightError(error)).toBe(true);
    expect(isKeywrightError(error, error.code)).toBe(true);
    expect(isKeywrightError(error, "too-many-items")).toBe(false);
  });

  it("may have neither operation nor cause", () => {
    const error = new ConfigurationError("invalid-configuration", "said");
    expect(error.operationId).toBeUndefined();
    expect(Object.hasOwn(error, "cause")).toBe(false);
  });

  it("is of the class TokenError if no token can be had", () => {
    expect(new TokenError("invalid-token", "said", details)).toMatchObject({ name: "TokenError", code: "invalid-token", cause: details.cause });
  });

  it("of an argument names none if it is the input as a whole", () => {
    expect(new ArgumentError("invalid-argument", "said", { argument: undefined })).toHaveProperty("argument", undefined);
  });
});

describe("an error of a program's own use", () => {
  it("may have another name", () => {
    const error = new TimeoutError("timeout", "said", { timeoutMs: 1, outcome: "unknown" });
    Object.assign(error, { name: "Renamed" });
    expect([error.name, Object.keys(error)]).toEqual(["Renamed", ["code", "operationId", "timeoutMs", "outcome"]]);
  });

  it("has no option if none is at fault", () => {
    expect(new ConfigurationError("invalid-configuration", "said", { option: undefined, advice: undefined })).not.toHaveProperty("option");
  });
});

describe("the guards", () => {
  const refusal = new ApiError("api-error", "said", { status: 404, headers: new Headers(), body: undefined });

  it("recognize the service's own errors by their status", () => {
    expect([
      isApiError(refusal),
      isApiError(refusal, 404),
      isApiError(refusal, 409),
      isApiError(new ConfigurationError("invalid-configuration", "said")),
    ]).toEqual([true, true, false, false]);
  });

  it("know the errors of another copy of the package", async () => {
    const copy = (await import(/* @vite-ignore */ `../src/lib/errors.ts?copy=${1}`)) as typeof own;
    const theirs = new copy.ApiError("api-error", "said", { status: 404, headers: new Headers(), body: undefined });
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
