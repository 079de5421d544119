import { getLineColLocation, Source } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { eachNode, valueAt } from "../../src/lib/contract/json.ts";
import { JsonSource, jsonSource } from "../../src/lib/read/json-source.ts";

const text = `
{ "a/b": [1, -2.5e3, true, null, "x, ]}", { "~": "\\"{" }, [], [[ "" ] , {}]],
  "ä" : {"c" : { "d\\"e":[ { "f":1 } ,2 ] }, "": 0},
\t"g": "\\\\"
}
`;

function pointersIn(value: unknown): readonly string[] {
  const found: string[] = [];
  eachNode(value, (node, pointer) => {
    found.push(pointer === "#" ? "#/" : pointer);
    for (const key of Object.keys(node)) if (key !== "") found.push(`${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  });
  return found;
}

describe("a contract in JSON", () => {
  it("has the places that the YAML reader finds", () => {
    const plain = new Source("/openapi.json", text);
    const json = jsonSource(plain);
    expect(json).toBeInstanceOf(JsonSource);
    const whole: unknown = JSON.parse(text);
    const lines = text.split("\n");
    for (const pointer of pointersIn(whole)) {
      const placeIn = (source: Source, reportOnKey: boolean): ReturnType<typeof getLineColLocation> => getLineColLocation({ source, pointer, reportOnKey });
      for (const reportOnKey of [true, false]) expect([pointer, placeIn(json, reportOnKey).start]).toEqual([pointer, placeIn(plain, reportOnKey).start]);
      const { start, end = start } = placeIn(json, false);
      const [first = "", ...rest] = lines.slice(start.line - 1, end.line);
      const found =
        rest.length === 0
          ? first.slice(start.col - 1, end.col - 1)
          : [first.slice(start.col - 1), ...rest.slice(0, -1), rest.at(-1)?.slice(0, end.col - 1)].join("\n");
      expect([pointer, JSON.parse(found)]).toEqual([pointer, valueAt(whole, pointer === "#/" ? "#" : pointer)]);
    }
  });

  it.each(['{ "a": 1, "a": 2 }', "{ a: 1 }", '{ "a": 1', "a: 1", "", '"a"'])("is read as YAML if it is not JSON with each key once: %s", (body) => {
    const source = new Source("/openapi.json", body);
    expect(jsonSource(source)).toBe(source);
  });
});
