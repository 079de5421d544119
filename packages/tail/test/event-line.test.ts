import { describe, expect, it } from "vitest";
import { eventLine } from "../src/lib/event-line.ts";

describe("the line of an event", () => {
  it.each<[string, object, string]>([
    ["begins with its stream", { uuid: "A", stream_: 1 }, '{"stream":"auditlog","uuid":"A","stream_":1}'],
    ["is its stream alone, if it is empty", {}, '{"stream":"auditlog"}'],
    ["begins with its stream before properties that are numbers", { b: 1, 7: 2 }, '{"stream":"auditlog","7":2,"b":1}'],
    ["keeps a property stream of the event by another name, in its place", { a: 1, stream: "own", b: 2 }, '{"stream":"auditlog","a":1,"stream_":"own","b":2}'],
    [
      "keeps it by a name that is free",
      { stream: "own", stream_: 1, stream__: null, constructor: 2 },
      '{"stream":"auditlog","stream___":"own","stream_":1,"stream__":null,"constructor":2}',
    ],
    ["keeps a property __proto__", JSON.parse('{"stream":1,"__proto__":{"a":2}}'), '{"stream":"auditlog","stream_":1,"__proto__":{"a":2}}'],
    [
      "has control characters as escapes, which mean the same",
      { name: 'a\u009B2J\u007F\u001B["\u2028' },
      '{"stream":"auditlog","name":"a\\u009b2J\\u007f\\u001b[\\"\\u2028"}',
    ],
  ])("%s", (_what, event, line) => {
    expect(eventLine("auditlog", event)).toBe(line);
    expect(JSON.parse(line)).toHaveProperty("stream", "auditlog");
  });
});
