import { describe, expect, it } from "vitest";
import { titlesIn } from "../src/collect-tests.ts";
import { makeMatrix } from "../src/matrix.ts";
import { absent, open, section } from "../src/rules/rule.ts";

const found = [
  { file: "a/b.test.ts", title: "a thing > does it" },
  { file: "helper.ts", title: "does %s" },
];
const matrix = (...rules: Parameters<typeof makeMatrix>[0][number]["rules"]) => makeMatrix([{ title: "1. Thing", rules }], found);

describe("the tests of a file", () => {
  it("are found as they stand there, with what surrounds them", () => {
    const text = `
      test("one", () => {});
      describe("a", () => {
        it("two", () => {});
        describe.each([1])("b %d", () => {
          test.each([["x"]] as const)(\n"three %s", async () => { expect(test).toBe(1); });
          check(\`four \${n} times\`, async () => {});
        });
      });
      withVectors("file", (cases) => { test.each(cases)("$name", () => {}); });
      other("five");
    `;
    expect(titlesIn(text)).toEqual(["one", "a > two", "a > b %d > three %s", "a > b %d > four … times", "$name"]);
  });
});

describe("the matrix", () => {
  it("has a row for each rule with the tests that show it, and says what was chosen", () => {
    const { text, problems } = matrix(
      ...section("First", { "It does | that": ["a/b: does it", "helper.ts: does %s"] }),
      ...open("First", { "It is open": ["a/b: a thing"] }),
      ...absent("Last", { "It is old": "no operation has it" }),
    );
    expect(problems).toEqual([]);
    expect(text).toContain("3 rules: 2 with tests, 1 of these chosen by us, and 1 that no operation has or that are not imitated.");
    expect(text).toContain("| First | It does \\| that | `a/b.test.ts: a thing > does it`<br>`helper.ts: does %s` |\n");
    expect(text).toContain("| First | It is open (chosen by us) | `a/b.test.ts: a thing > does it` |\n");
    expect(text).toContain("| Last | It is old | no operation has it |\n");
  });

  it("complains of a marker that no test has, of a rule without one, and of a rule that stands there twice", () => {
    const { problems } = matrix(...section("First", { one: ["a/b: does that", "a/b"], two: [] }), ...section("First", { two: ["a/b: does it"] }));
    expect(problems).toEqual([
      "1. Thing / First / one: no test is called a/b: does that",
      "1. Thing / First / one: no test is called a/b",
      "1. Thing / First / two: no test is named",
      "1. Thing / First / two: stands there twice",
    ]);
  });
});
