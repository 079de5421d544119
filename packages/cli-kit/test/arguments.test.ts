import { describe, expect, it, test } from "vitest";
import { type Grammar, oneOf, parseArguments, readDuration, UsageError, withHelp } from "../src/index.ts";

const OPTIONS = { out: { type: "string" }, json: { type: "boolean", default: false }, all: { type: "boolean", short: "a" } } as const;

function parse(args: readonly string[], more: Partial<Grammar<typeof OPTIONS>> = {}) {
  return parseArguments(args, { program: "show", options: OPTIONS, ...more });
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
    ["an unknown option", ["--nothing"], {}, "--nothing is not an option of show"],
    ["an unknown option, with what to do", ["--nothing"], { advice: ": see the manual" }, "--nothing is not an option of show: see the manual"],
    ["a misspelled option", ["--jsno"], { advice: ": see the manual" }, "--jsno is not an option of show; did you mean --json?"],
    ["an option by a name that another program gives it", ["--target"], { alsoCalled: { target: "out" } }, "; did you mean --out?"],
    ["an option that would be a credential", ["--api-key=sentinel"], { credentials: "Set KEY" }, "--api-key is not an option, because other users"],
    ["such an option where the program takes none", ["--api-key=sentinel"], {}, "--api-key is not an option of show"],
    ["an option without its value", ["--out"], {}, "Option '--out <value>' argument missing"],
    ["a word where the program takes none", ["one"], {}, "Unexpected argument 'one'"],
  ])("throw a UsageError for %s, in one line without values", (_what, args, more, message) => {
    const read = (): unknown => parse(args, more);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/sentinel|\n/);
  });
});

test("an error of usage ends with the command that says more", () => {
  expect(withHelp("a name is missing", "show")).toBe("a name is missing. Try show --help");
  for (const whole of ["A name is missing.", "--jsno is unknown; did you mean --json?"]) expect(withHelp(whole, "show")).toBe(`${whole} Try show --help`);
});

describe("the value of an option", () => {
  it("is a duration in seconds, or with its unit, as milliseconds", () => {
    const durations = { "1.5": 1500, "2s": 2000, "1.5m": 90_000, "24h": 86_400_000, "7d": 604_800_000, "2w": 1_209_600_000 };
    for (const [text, milliseconds] of Object.entries(durations)) expect(readDuration("--wait", text)).toBe(milliseconds);
    const usual = "or a duration such as 90s, 15m, 24h, 7d or 2w";
    for (const text of ["0.5", "11", "", "1e1", "-1", "1m", "5x", "s"])
      expect(() => readDuration("--wait", text, 1, 10)).toThrow(`--wait takes seconds from 1 to 10, ${usual}; got ${text}`);
    expect(() => readDuration("--wait", "0s")).toThrow(`--wait takes seconds from 0.001, ${usual}; got 0s`);
  });

  it("is one of some words", () => {
    expect(oneOf("--log", "json", ["text", "json"])).toBe("json");
    expect(() => oneOf("--log", "xml", ["text", "json"])).toThrow("--log must be one of text, json; got xml");
  });
});
