import { withVectors } from "@keywright/tool-test-kit/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Challenge } from "../src/index.ts";
import { readChallenges } from "../src/lib/read-headers.ts";

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
  ])("that is %j gives nothing", (header) => {
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
