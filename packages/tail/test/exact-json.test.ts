import { expect, it } from "vitest";
import { digestOf, parseExact } from "../src/lib/audit/exact-json.ts";

const digest = (json: string): string => digestOf(parseExact(json));

it.each([
  ["the order of properties", '{"a":1,"b":[{"c":2,"d":3}]}', '{"b":[{"d":3,"c":2}],"a":1}'],
  ["white space", '{"a":[1,2]}', ' { "a" :\t[ 1 , 2 ] } '],
  ["escapes", '{"a":"\u00e9\u0041\\/"}', '{"a":"\u00e9A/"}'],
  ["the form of a number", "[100,-0,0.50,12e-1]", "[1e2,0,5E-1,1.2]"],
  ["one of two values of a name", '{"a":1,"a":2}', '{"a":2}'],
])("%s makes no difference", (_what, one, other) => {
  expect(digest(one)).toBe(digest(other));
});

it.each([
  ["a digit of a number beyond doubles", '{"a":12345678901234567890}', '{"a":12345678901234567891}'],
  ["a digit of a fraction", "[0.1234567890123456789]", "[0.1234567890123456788]"],
  ["the sign of a number", "[1]", "[-1]"],
  ["the power of a number", "[10]", "[100]"],
  ["a text in place of a number", '["1e0"]', "[1]"],
  ["a text in place of null", '["null"]', "[null]"],
  ["the order of a list", "[1,2]", "[2,1]"],
  ["a property that is null", '{"a":null}', "{}"],
  ["a property of another name", '{"a\\"":1}', '{"a":1}'],
  ["a text with a quote and a colon", '["a\\":1"]', '["a\\":2"]'],
])("%s makes a difference", (_what, one, other) => {
  expect(digest(one)).not.toBe(digest(other));
});

it("is not JSON", () => {
  expect(() => parseExact('{"a":')).toThrow(SyntaxError);
});
