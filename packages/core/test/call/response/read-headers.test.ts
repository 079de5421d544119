import type { Challenge } from "../../../src/lib/http.ts";
import { withVectors } from "@keywright/tool-test-kit/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readChallenges, readRetryAfter, readNextLinks } from "../../../src/lib/call/response/read-headers.ts";

describe("a WWW-Authenticate header", () => {
  it.each([
    [
      "what RFC 6750 §3 shows",
      'Bearer realm="example", error="invalid_token", error_description="The access token expired"',
      [{ scheme: "bearer", parameters: { realm: "example", error: "invalid_token", error_description: "The access token expired" } }],
    ],
    [
      "a scope",
      'Bearer error="insufficient_scope", scope="Things.Read Things.Write"',
      [{ scheme: "bearer", parameters: { error: "insufficient_scope", scope: "Things.Read Things.Write" } }],
    ],
    [
      "two challenges, as RFC 9110 §11.6.1 shows",
      'Basic realm="simple", Newauth realm="apps", type=1, title="Login to \\"apps\\""',
      [
        { scheme: "basic", parameters: { realm: "simple" } },
        { scheme: "newauth", parameters: { realm: "apps", type: "1", title: 'Login to "apps"' } },
      ],
    ],
    ["a comma and an equals sign in quotes", 'Bearer a="b, Basic c=d"', [{ scheme: "bearer", parameters: { a: "b, Basic c=d" } }]],
    ["an empty value", 'Bearer a=""', [{ scheme: "bearer", parameters: { a: "" } }]],
    ["a backslash before any character", 'Bearer a="\\a\\\\\\""', [{ scheme: "bearer", parameters: { a: 'a\\"' } }]],
    ["tabs and commas around", ",\t, Bearer a=b ,\t", [{ scheme: "bearer", parameters: { a: "b" } }]],
    [
      "names of what every object has",
      'Bearer __proto__=a, constructor=b, tostring="c"',
      [
        {
          scheme: "bearer",
          parameters: Object.fromEntries([
            ["__proto__", "a"],
            ["constructor", "b"],
            ["tostring", "c"],
          ]),
        },
      ],
    ],
    [
      "a Base64 text",
      "Negotiate a+/b==, Bearer",
      [
        { scheme: "negotiate", parameters: {}, token68: "a+/b==" },
        { scheme: "bearer", parameters: {} },
      ],
    ],
  ] as readonly (readonly [string, string, readonly Challenge[]])[])("with %s is read", (_what, header, expected) => {
    expect(readChallenges(header)).toEqual(expected);
  });

  it.each([
    null,
    "",
    " ",
    ",",
    "=",
    '"',
    "Bearer a b",
    'Bearer a="',
    'Bearer a="b',
    'Bearer a="b\\"',
    'Bearer a="b"c',
    "Bearer a=b c=d",
    "Bearer, a=b",
    "Bearer a=b, =c",
    "Bärer",
    "Bearer a=ö",
    "Bearer a==b, c",
    "a=b",
    "Bearer realm=a; error=b",
    "Bearer a=b,\u0000",
  ])("that is %j has no value", (header) => {
    expect(readChallenges(header)).toEqual([]);
  });

  it("cannot change what every object has", () => {
    const [challenge] = readChallenges("Bearer __proto__=a");
    expect(Object.getPrototypeOf(challenge?.parameters)).toBeNull();
    expect(({} as { readonly a?: unknown }).a).toBeUndefined();
  });

  it("that is written by the rules is read back, whatever is in it", () => {
    const token = fc.string({ unit: fc.constantFrom(..."!#$%&'*+-.^_`|~09azAZ"), minLength: 1, maxLength: 8 });
    const value = fc.string({ unit: fc.constantFrom(...'"\\,= \tab£'), maxLength: 8 });
    const parameters = fc.dictionary(
      token.map((name) => name.toLowerCase()),
      value,
      { maxKeys: 4, noNullPrototype: false },
    );
    fc.assert(
      fc.property(fc.array(fc.record({ scheme: token, parameters }), { minLength: 1, maxLength: 4 }), (challenges) => {
        const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
        const header = challenges
          .map(({ scheme, parameters: own }) =>
            `${scheme} ${Object.entries(own)
              .map(([name, text]) => `${name}=${quoted(text)}`)
              .join(" , ")}`.trim(),
          )
          .join(", ");
        expect(readChallenges(header)).toEqual(challenges.map((challenge) => ({ ...challenge, scheme: challenge.scheme.toLowerCase() })));
      }),
      { numRuns: 2000, seed: 20260302 },
    );
  });

  it("never throws, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'Bb=,"\\ \t/+\u0000é'), maxLength: 40 }), (header) => {
        for (const { scheme } of readChallenges(header)) expect(scheme).toMatch(/^[b+]+$/);
      }),
      { numRuns: 5000, seed: 20260302 },
    );
  });

  const long = 1_000_000;
  const lengthy: { readonly [what: string]: string } = {
    "a quoted value": `Bearer a="${"x".repeat(long)}"`,
    "a quote that is left open": `Bearer a="${"x".repeat(long)}`,
    "backslashes in quotes": `Bearer a="${"\\\\".repeat(long / 2)}"`,
    "backslashes that are left open": `Bearer a="${"\\\\".repeat(long / 2)}`,
    "backslashes and quotes": `Bearer a="${'\\"'.repeat(long / 2)}`,
    commas: ",".repeat(long),
    "commas and spaces": `Bearer a=b${", ".repeat(long / 2)}x`,
    spaces: `Bearer${" ".repeat(long)}"`,
    "spaces in the middle": `Bearer a${" ".repeat(long)}b`,
    "spaces before an equals sign": `Bearer a${" ".repeat(long)}=${" ".repeat(long)}"`,
    "tabs at the end": `Bearer a=b${"\t".repeat(long)}"`,
    "a scheme": "x".repeat(long),
    "a Base64 text": `Basic ${"x".repeat(long)}`,
    "a Base64 text that is none": `Basic ${"x".repeat(long)}"`,
    "equals signs": `Basic x${"=".repeat(long)}`,
    "equals signs that are too many": `Basic x${"=".repeat(long)}"`,
    "equals signs and spaces": `Basic ${"x= ".repeat(long / 3)}`,
    "equals signs and then spaces": `Basic x${"=".repeat(long / 2)}${" ".repeat(long / 2)}"`,
    schemes: "a,".repeat(long / 2),
    "schemes with a parameter": 'a b="c",'.repeat(long / 8),
    parameters: `Bearer a=b${",a=b".repeat(long / 4)}`,
    "Base64 texts": "a b=,".repeat(long / 5),
  };
  it.each(Object.entries(lengthy))("of 1 MB of %s is read in time that grows with its length alone", (_what, header) => {
    // Some tens of milliseconds; what grows with the square takes minutes, and the runner ends it.
    expect(readChallenges(header)).toEqual(expect.any(Array));
  });

  interface Case {
    readonly description: string;
    readonly header: string;
    readonly expected?: readonly Challenge[];
  }

  withVectors<Case>("auth-challenge/oauth4webapi.json", (cases) => {
    it("is checked by 54 public vectors", () => {
      expect(cases.length).toBe(54);
    });

    it.each(cases)("of the public vector: $description", ({ header, expected = [] }) => {
      expect(readChallenges(header)).toEqual(expected);
    });
  });
});

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
      "of the public vector $value is $expected ms",
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

describe("a Link header (RFC 8288)", () => {
  it.each([
    ["", []],
    ['<https://a.example/?after=b>; rel="next"', ["https://a.example/?after=b"]],
    ["</a>;rel=next", ["/a"]],
    ["</a>; REL=Next", ["/a"]],
    ['</a>; rel="prev next"', ["/a"]],
    ['</a>; title="x"; rel="next"; hreflang=de', ["/a"]],
    ['</a>; rel="prev", </b>; rel="next"', ["/b"]],
    ['</a>; title="a, <b>; rel=next", </c>; rel="next"', ["/c"]],
    ['</a>; title="a \\" ; b"; rel="next"', ["/a"]],
    ["</a,b;c>; rel=next", ["/a,b;c"]],
    [" , </a>; rel=next ,, </b>; rel=next", ["/a", "/b"]],
    ["</a>; rel=next, </a>; rel=next", ["/a"]],
    ["<>; rel=next", [""]],
    // RFC 8288 §3.3: only the first counts. §3.2: an anchor makes it a link of something else.
    ['</a>; rel="prev"; rel="next"', []],
    ['</a>; rel="next"; anchor="#foo"', []],
    ["</a>; rel", []],
    ["</a>", []],
    ["/a; rel=next", []],
    ["</a; rel=next", []],
    ["<<<;;;,,,", []],
    ['</a>; rel="next', []],
  ])("%j leads on to %j", (header, links) => {
    expect(readNextLinks(header)).toEqual(links);
  });

  it.each(["<", "<a>;", "<a>; a", '<a>; a="', '<a>; a="\\', "<a>; =", "<a>;\t;", ",", " ", "<a>,"])(
    "of many times %j is read in time that grows with its length alone",
    (part) => {
      // What grows with the square takes minutes, and the runner ends it.
      expect(readNextLinks(part.repeat(1_000_000 / part.length))).toEqual([]);
    },
  );
});

interface Vector {
  readonly name: string;
  readonly header: string;
  readonly refs: readonly { readonly uri: string; readonly rel: string; readonly anchor?: string }[];
}

withVectors<Vector>("link-header/http-link-header.json", (vectors) => {
  describe("a Link header of the public vectors", () => {
    it.each(vectors)("$name", ({ header, refs }) => {
      // RFC 9112 §5.2: what reads messages has joined folded lines already.
      const unfolded = header.replaceAll(/\r\n\s/g, "");
      expect(readNextLinks(unfolded)).toEqual(refs.filter(({ rel, anchor }) => rel === "next" && anchor === undefined).map(({ uri }) => uri));
    });
  });
});
