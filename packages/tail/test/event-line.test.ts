import { describe, expect, it } from "vitest";
import { eventLine } from "../src/lib/events/event-line.ts";
import { pageParser, textOf } from "../src/lib/events/event-text.ts";

/** The lines of the events of a page. */
function linesOf(page: string): string[] {
  const { items } = pageParser("items")(page) as { readonly items: readonly object[] };
  return items.map((event) => eventLine("auditlog", event, textOf(event)));
}

describe("the line of an event", () => {
  it.each<[string, string, string]>([
    ["begins with its stream", '{"uuid":"A","stream_":1}', '{"stream":"auditlog","uuid":"A","stream_":1}'],
    ["is its stream alone, if it is empty", "{ }", '{"stream":"auditlog"}'],
    ["keeps the order of its properties, also of those that are numbers", '{"b":1,"7":2}', '{"stream":"auditlog","b":1,"7":2}'],
    ["keeps a property stream of the event by another name, in its place", '{"a":1,"stream":"own","b":2}', '{"stream":"auditlog","a":1,"stream_":"own","b":2}'],
    ["keeps it as often as it came, however its name is written", '{"stream":1,"str\\u0065am":2}', '{"stream":"auditlog","stream_":1,"stream_":2}'],
    [
      "leaves the name alone elsewhere",
      '{"a":{"stream":1},"stream":"stream","b":["stream"]}',
      '{"stream":"auditlog","a":{"stream":1},"stream_":"stream","b":["stream"]}',
    ],
    [
      "keeps it by a name that is free",
      '{"stream":"own","stream_":1,"stream__":null,"constructor":2}',
      '{"stream":"auditlog","stream___":"own","stream_":1,"stream__":null,"constructor":2}',
    ],
    ["keeps a property __proto__", '{"stream":1,"__proto__":{"a":2}}', '{"stream":"auditlog","stream_":1,"__proto__":{"a":2}}'],
    [
      "has control characters as escapes, which mean the same",
      '{"name":"a\u009B2J\u007F\\u001b[\\"\u2028"}',
      '{"stream":"auditlog","name":"a\\u009b2J\\u007f\\u001b[\\"\\u2028"}',
    ],
    [
      "has every digit",
      '{"a":7201234567890123456,"b":1e400,"c":-0,"d":0.10,"e":1E+2}',
      '{"stream":"auditlog","a":7201234567890123456,"b":1e400,"c":-0,"d":0.10,"e":1E+2}',
    ],
    [
      "has strings and escapes as they were written",
      '{"a":"\\u00e4 ä \\/ \\\\","b":"\\ud800"}',
      '{"stream":"auditlog","a":"\\u00e4 ä \\/ \\\\","b":"\\ud800"}',
    ],
    [
      "is one line, however the page is laid out",
      '\n\t{\r\n  "a" : [ 1 ,\n 2 ] , "b\\"" : " : , \\\\" \n}\n',
      '{"stream":"auditlog","a":[1,2],"b\\"":" : , \\\\"}',
    ],
  ])("%s", (_what, text, line) => {
    expect(linesOf(`{"items":[${text}]}`)).toEqual([line]);
    expect(JSON.parse(line)).toHaveProperty("stream", "auditlog");
  });

  it("is cut from the page, from the list that counts", () => {
    const page = '{"no":[{"a":0}],"items":[{"a":1}],"it\\u0065ms" : [{"a":[{},{"items":[3]}]} ,{},\n{"b":"],["}],"cursor":"a"}';
    expect(linesOf(page)).toEqual(['{"stream":"auditlog","a":[{},{"items":[3]}]}', '{"stream":"auditlog"}', '{"stream":"auditlog","b":"],["}']);
    expect(linesOf('{"items":[ ]}')).toEqual([]);
  });

  it("of an event that is nested without measure is cut without an error", () => {
    const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(linesOf(`{"items":[${deep}]}`)).toEqual([`{"stream":"auditlog",${deep.slice(1)}`]);
  });
});
