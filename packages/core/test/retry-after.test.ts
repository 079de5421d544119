import { withVectors } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { readRetryAfter } from "../src/lib/read-headers.ts";

const noon = Date.UTC(2026, 2, 2, 12);

describe("Retry-After", () => {
  it.each([
    ["seconds", "120", 120_000],
    ["no time at all", "0", 0],
    ["seconds with zeros before them", "007", 7000],
    ["seconds between spaces and tabs", "\t42 ", 42_000],
    ["ten years of seconds", "315360000", 315_360_000_000],
    ["an IMF-fixdate", "Mon, 02 Mar 2026 12:00:30 GMT", 30_000],
    ["an RFC 850 date", "Monday, 02-Mar-26 12:00:30 GMT", 30_000],
    ["a date that mixes the first two forms", "Mon, 02-Mar-2026 12:00:30 GMT", 30_000],
    ["an asctime date, its day with a space", "Mon Mar  2 12:00:30 2026", 30_000],
    ["an asctime date with two digits for the day", "Thu Mar 12 12:00:00 2026", 10 * 86_400_000],
    ["a date that is now", "Mon, 02 Mar 2026 12:00:00 GMT", 0],
    ["a date that has passed", "Mon, 02 Mar 2026 11:59:59 GMT", 0],
    ["a date long ago", "Sun, 06 Nov 1994 08:49:37 GMT", 0],
    ["a leap second, which is the next second", "Mon, 02 Mar 2026 12:00:60 GMT", 60_000],
    ["a leap day", "Tue, 29 Feb 2028 12:00:00 GMT", Date.UTC(2028, 1, 29, 12) - noon],
  ])("of %s is read", (_what, value, delayMs) => {
    expect(readRetryAfter(value, noon)).toBe(delayMs);
  });

  it("of two digits for the year is of the century that is nearer, fifty years ahead at the most", () => {
    expect(readRetryAfter("Saturday, 02-Mar-75 12:00:00 GMT", noon)).toBe(Date.UTC(2075, 2, 2, 12) - noon);
    expect(readRetryAfter("Wednesday, 02-Mar-77 12:00:00 GMT", noon)).toBe(0);
    expect(readRetryAfter("Sunday, 06-Nov-94 08:49:37 GMT", noon)).toBe(0);
  });

  it.each([
    null,
    "",
    " ",
    "-1",
    "+1",
    "1.5",
    "1e3",
    "0x10",
    "²",
    "1, 2",
    "10 seconds",
    "soon",
    "9999999999999999",
    "Mon, 32 Mar 2026 12:00:00 GMT",
    "Sun, 29 Feb 2026 12:00:00 GMT",
    "Mon, 00 Mar 2026 12:00:00 GMT",
    "Mon, 02 Mai 2026 12:00:00 GMT",
    "Mon, 02 Mar 2026 24:00:00 GMT",
    "Mon, 02 Mar 2026 12:60:00 GMT",
    "Mon, 02 Mar 2026 12:00:61 GMT",
    "Mon, 02 Mar 2026 12:00:00 CET",
    "Mon, 02 Mar 2026 12:00:00 +0100",
    "2026-03-02T12:00:30Z",
    "Mon Mar 02 2026 12:00:30",
  ])("of %j is no value", (value) => {
    expect(readRetryAfter(value, noon)).toBeUndefined();
  });

  interface Case {
    readonly value: string;
    readonly now?: string;
    readonly nowMs?: number;
    readonly seconds?: number;
    readonly invalid?: true;
    readonly template?: "leap-second" | "rfc850-51y" | "rfc850+49y";
  }

  withVectors<Case>("retry-after/values.json", (cases) => {
    const plain = cases.filter(({ template }) => template === undefined);
    const templates = cases.flatMap(({ template }) => template ?? []);

    it(`is read in all ${cases.length} public vectors, ${templates.length} of them written out here`, () => {
      expect([plain.length, templates]).toEqual([cases.length - 3, ["leap-second", "rfc850-51y", "rfc850+49y"]]);
    });

    it.each(plain.map((row) => ({ ...row, expected: row.invalid ? undefined : (row.seconds as number) * 1000 })))(
      "of the public vector $value gives $expected ms",
      ({ value, now, nowMs, expected }) => {
        expect(readRetryAfter(value, nowMs ?? (now === undefined ? noon : Date.parse(now)))).toBe(expected);
      },
    );

    it("of the public vectors' templates is :59 and a second more, a past century, and a date ahead", () => {
      const rfc850 = (years: number): string => {
        const date = new Date(noon);
        date.setUTCFullYear(date.getUTCFullYear() + years);
        const [, day, month, , time] = date.toUTCString().split(" ");
        return `${date.toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" })}, ${day}-${month}-${String(date.getUTCFullYear()).slice(-2)} ${time} GMT`;
      };
      expect(readRetryAfter("Mon, 02 Mar 2026 12:10:60 GMT", noon)).toBe(11 * 60_000);
      expect(readRetryAfter(rfc850(51), noon)).toBe(0);
      expect(readRetryAfter(rfc850(49), noon)).toBe(Date.UTC(2075, 2, 2, 12) - noon);
    });
  });
});
