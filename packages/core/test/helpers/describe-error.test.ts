import { describe, expect, it } from "vitest";
import { ApiError, ConfigurationError } from "../../src/index.ts";
import { checkOptions, describeError, renameOptions, withNames } from "../../src/client.ts";

const redirect = new ApiError("redirect-refused", "send failed with status 302: redirects are not followed", {
  status: 302,
  headers: new Headers(),
  body: undefined,
  option: "baseUrl",
  advice: "set baseUrl to the final address",
});

describe("the message of an error in the words of a program", () => {
  it.each<[string, unknown, Parameters<typeof describeError>[1], string]>([
    ["is the message of another error", new Error("baseUrl: a"), { names: { baseUrl: "B" }, advice: "b" }, "baseUrl: a"],
    ["is a thrown value as a string", "text", undefined, "text"],
    ["is without the function that was called", invalidOption(), undefined, "limit must be a count; got an empty string"],
    ["has the program's name of the option", invalidOption(), { names: { limit: "--limit" } }, "--limit must be a count; got an empty string"],
    ["leaves names of other options", invalidOption(), { names: { count: "--count" } }, "limit must be a count; got an empty string"],
    ["has the name in the advice", redirect, { names: { baseUrl: "URL" } }, `${redirect.problem}: set URL to the final address`],
    ["has the program's advice", redirect, { advice: "ask" }, `${redirect.problem}: ask`],
    ["has no advice if the program's is empty", redirect, { advice: "" }, redirect.problem],
    [
      "keeps a path that has the name",
      new ConfigurationError("invalid-configuration", "since/since and /a/since are no files of since", { option: "since" }),
      { names: { since: "--since" } },
      "since/since and /a/since are no files of --since",
    ],
    [
      "renames an option only as the given phrase",
      new ConfigurationError("invalid-configuration", "a token is not what the token option returned", { option: "token" }),
      { names: { "the token option": "it" } },
      "a token is not what it returned",
    ],
  ])("%s", (_what, error, words, message) => {
    expect(describeError(error, words)).toBe(message);
  });
});

describe("an error with another name for its option", () => {
  it("has it in its message, its stack and its properties, and keeps the others", () => {
    const renamed = renameOptions(redirect, { baseUrl: "url" }) as ApiError;
    expect(renamed).toBeInstanceOf(ApiError);
    expect(renamed).toMatchObject({ name: "ApiError", code: "redirect-refused", status: 302, option: "url", advice: "set url to the final address" });
    expect(renamed.message).toBe(`${redirect.problem}: set url to the final address`);
    expect(renamed.stack).not.toContain("baseUrl");
    expect(Object.keys(renamed).sort()).toEqual(Object.keys(redirect).sort());
    expect(renamed.headers).toBe(redirect.headers);
  });

  it("is the same error if its option has no other name, and so is any other value", () => {
    expect(renameOptions(redirect, { url: "address" })).toBe(redirect);
    expect(renameOptions("baseUrl", { baseUrl: "url" })).toBe("baseUrl");
  });

  it("is thrown by a function that runs with other names", () => {
    expect(() => withNames({ limit: "LIMIT" }, invalidOption.throws)).toThrow("LIMIT must be a count; got an empty string");
  });
});

function invalidOption(): unknown {
  try {
    return invalidOption.throws();
  } catch (error) {
    return error;
  }
}
invalidOption.throws = (): void => checkOptions("createList", { limit: "" }, { limit: [Number.isInteger, "a count"] });
