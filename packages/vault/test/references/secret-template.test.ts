import { describe, expect, it } from "vitest";
import { parseTemplate } from "../../src/references.ts";
import { thrown } from "../support.ts";

const shown = (reference: string): string => `<${reference}>`;

describe("parseTemplate", () => {
  it.each([
    ["", [], ""],
    ["no { reference } here }}", [], "no { reference } here }}"],
    ["{{ a/b/c }}", ["a/b/c"], "<a/b/c>"],
    ["x{{op://a/b/c?attribute=otp}}y{{\ta/b/s/c\n}}", ["op://a/b/c?attribute=otp", "a/b/s/c"], "x<op://a/b/c?attribute=otp>y<a/b/s/c>"],
    ["{{ a/b/c }}{{a/b/c}}", ["a/b/c"], "<a/b/c><a/b/c>"],
    ['{{ "{{" }} .Values.x }} {{ a/b/c%7D%7D }}', ["a/b/c%7D%7D"], "{{ .Values.x }} <a/b/c%7D%7D>"],
  ])("reads %j", (text, references, filled) => {
    const template = parseTemplate(text);
    expect(template.references).toEqual(references);
    expect(template.fill(shown)).toBe(filled);
  });

  it("reads no value as a template, and no value as a pattern", () => {
    expect(parseTemplate("a {{ a/b/c }} b").fill(() => "{{ a/b/d }} $& $1")).toBe("a {{ a/b/d }} $& $1 b");
  });

  it("accepts a string for each reference, and nothing else", () => {
    const { fill } = parseTemplate("{{ a/b/c }}");
    expect(thrown(() => fill(() => undefined as never))).toMatchObject({ message: "fill: valueOf must return a string; got nothing" });
  });

  it("takes the scheme that is set", () => {
    expect(parseTemplate("{{ vault://a/b/c }}", { scheme: "vault" }).references).toEqual(["vault://a/b/c"]);
  });

  it("names each line that is wrong, without its text", () => {
    const error = thrown(() => parseTemplate("ok {{ a/b/c }}\n{{ sentinel }}\n\n{{ vault://a/b/c }} {{ a/100%/c }}\n{{ a/b"));
    const form = "reference must be vault/item/field or vault/item/section/field, with %2F for a slash and %25 for a percent sign in a name";
    expect(error).toMatchObject({
      name: "ArgumentError",
      argument: "text",
      message: [
        'parseTemplate: text has {{ that does not begin a reference; write {{ "{{" }} for {{ itself:',
        `  line 2: ${form}; got a string of 8 characters`,
        `  line 4: ${form}; got a string of 13 characters: begin it with op://, or set the option scheme`,
        "  line 4: reference has a percent sign that is not part of an escape: write %25 for a percent sign in a name",
        "  line 5: {{ has no }}",
      ].join("\n"),
    });
  });

  it("accepts only a text and known options", () => {
    expect(thrown(() => parseTemplate(undefined as never))).toMatchObject({ message: "parseTemplate: text must be a string; got nothing" });
    expect(thrown(() => parseTemplate("", { schema: "op" } as never))).toMatchObject({ code: "invalid-configuration" });
  });
});
