import { describe, expect, test } from "vitest";
import { jsonProblem, syntaxProblem } from "../src/index.ts";

describe("what is wrong with a file", () => {
  test.each([
    ['{\n  "a": 1,\n}', 'must be JSON; got "}" after "," in line 3, column 1: remove the comma'],
    ['{"a": [1,\r\n ]}', 'must be JSON; got "]" after "," in line 2, column 2: remove the comma'],
    ['{"a": sentinel}', 'must be JSON; got "s" after ":" in line 1, column 7: correct it'],
    ['{"a": "sentinel\n"}', 'must be JSON; got "\\"" after ":" in line 1, column 7: correct it'],
    ['{"a" 1}', 'must be JSON; got "1" after "\\"" in line 1, column 6: correct it'],
    ["[1]\n]", 'must be JSON; got "]" after "]" in line 2, column 1: correct it'],
    ["[01]", 'must be JSON; got "1" after "0" in line 1, column 3: correct it'],
    ['{"a": [1}', 'must be JSON; got "}" after "1" in line 1, column 9: correct it'],
    ['{"a": [\n', 'must be JSON; got the end after "[" in line 2, column 1: correct it'],
    ['{"a":\u00a01}', 'must be JSON; got "\u00a0" after ":" in line 1, column 6: correct it'],
    ["[".repeat(100_000), "must be JSON; got too many arrays and objects inside each other: correct it"],
    ["", "must be JSON; got the end in line 1, column 1: correct it"],
  ])("is the place of what JSON does not have there: %j", (text, problem) => {
    expect(jsonProblem(text)).toBe(problem);
  });

  test("is the place that a parser of another language found", () => {
    expect(syntaxProblem("YAML", "a: [\n}", 5)).toBe('must be YAML; got "}" after "[" in line 2, column 1: correct it');
  });

  test("is found if the platform rejects a text, and only then", () => {
    const signs = ["{", "}", "[", "]", ",", ":", '"a"', '"\\u00e9\u0080"', '"\t"', "0", "-1.5e3", "true", " ", "\u00a0", "\\", '"'];
    let texts = [""];
    for (let length = 1; length <= 4; length += 1) {
      texts = texts.flatMap((text) => signs.map((sign) => text + sign));
      expect(texts.filter((text) => (jsonProblem(text) === undefined) !== isJson(text))).toEqual([]);
    }
    expect(jsonProblem('{"a": [{"b": [], "c": {}}, "d"], "e": {"f": {"g": null}}}\n')).toBeUndefined();
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
