import { describe, expect, it } from "vitest";
import { type Grammar, oneOf, parseArguments, readSeconds, UsageError } from "../src/index.ts";

const OPTIONS = { out: { type: "string" }, json: { type: "boolean", default: false }, all: { type: "boolean", short: "a" } } as const;

function parse(args: readonly string[], more: Partial<Grammar<typeof OPTIONS>> = {}) {
  return parseArguments(args, { options: OPTIONS, unknown: (option) => `${option} is not known`, ...more });
}

describe("the arguments of a program", () => {
  it("are the values of options, with their defaults, in the order of their names, and the words", () => {
    expect(parse(["-a", "one", "--out", "file"], { words: true })).toEqual({
      values: { out: "file", json: false, all: true },
      words: ["one"],
      given: ["all", "out"],
    });
  });

  it.each<[string, readonly string[], Partial<Grammar<typeof OPTIONS>>, string]>([
    ["an unknown option", ["--nothing"], {}, "--nothing is not known"],
    ["an option that would be a credential", ["--api-key=sentinel"], { credentials: "Set KEY" }, "--api-key is not an option, because other users"],
    ["such an option where the program takes none", ["--api-key=sentinel"], {}, "--api-key is not known"],
    ["an option without its value", ["--out"], {}, "Option '--out <value>' argument missing"],
    ["a word where the program takes none", ["one"], {}, "Unexpected argument 'one'"],
  ])("throw a UsageError for %s, in one line without values", (_what, args, more, message) => {
    const read = (): unknown => parse(args, more);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/sentinel|\n/);
  });
});

describe("the value of an option", () => {
  it("is a number of seconds, as milliseconds", () => {
    expect(readSeconds("--wait", "1.5", 1, 10)).toBe(1500);
    for (const text of ["0.5", "11", "", "1e1", "-1"])
      expect(() => readSeconds("--wait", text, 1, 10)).toThrow(`--wait takes seconds from 1 to 10; got ${text}`);
  });

  it("is one of some words", () => {
    expect(oneOf("--log", "json", ["text", "json"])).toBe("json");
    expect(() => oneOf("--log", "xml", ["text", "json"])).toThrow("--log must be one of text, json; got xml");
  });
});
