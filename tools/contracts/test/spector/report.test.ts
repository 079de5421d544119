import { describe, expect, it } from "vitest";
import { describeResults, isEnough } from "../../src/spector/report.ts";
import type { Result } from "../../src/spector/run.ts";
import type { TypeErrors } from "../../src/spector/types.ts";

const GOOD: TypeErrors = { clients: [], scenarios: new Map() };

function resultsOf(kind: Result["kind"], count: number, reason = ""): Result[] {
  return Array.from({ length: count }, (_, index) => ({ scenario: `${kind}${index}`, kind, reason }));
}

describe("the report", () => {
  it("counts what is applicable, and refusals with equal reasons together", () => {
    const results: Result[] = [
      ...resultsOf("passed", 3),
      { scenario: "A", kind: "refused", reason: "getA: the parameter a stands in the header" },
      { scenario: "B", kind: "refused", reason: "getB: the parameter b stands in the header" },
      ...resultsOf("not applicable", 4, "XML"),
    ];
    expect(describeResults(results, GOOD, { verbose: false })).toBe(
      [
        "Refused:",
        "     2  a parameter stands in the header",
        "",
        "Not applicable:",
        "     4  XML",
        "",
        "3 of 5 applicable scenarios passed, 2 refused in words, 0 wrong",
      ].join("\n"),
    );
  });

  it("names what is wrong, and the clients that do not compile", () => {
    const text = describeResults(
      resultsOf("wrong", 1, "gave nothing"),
      { clients: ["typeArray/client.ts:3: Cannot find name"], scenarios: new Map([["A", "no string"]]) },
      { verbose: false },
    );
    expect(text).toContain("Wrong:\n  wrong0: gave nothing\n");
    expect(text).toContain("Types do not fit:\n  A: no string\n");
    expect(text).toContain("Does not compile:\n  typeArray/client.ts:3: Cannot find name\n");
    expect(text).toMatch(
      /0 of 1 applicable scenarios passed, 0 refused in words, 1 wrong; clients that do not compile: 1, scenarios whose types do not fit: 1$/,
    );
  });

  it("is enough with nothing wrong and 95 % of the applicable scenarios", () => {
    const enough = [...resultsOf("passed", 95), ...resultsOf("refused", 5), ...resultsOf("not applicable", 50)];
    expect(isEnough(enough, GOOD)).toBe(true);
    expect(isEnough([...enough, ...resultsOf("refused", 1)], GOOD)).toBe(false);
    expect(isEnough([...resultsOf("passed", 99), ...resultsOf("wrong", 1)], GOOD)).toBe(false);
    expect(isEnough(enough, { ...GOOD, clients: ["a client"] })).toBe(false);
    expect(isEnough(enough, { ...GOOD, scenarios: new Map([["a scenario", "an error"]]) })).toBe(false);
  });
});
