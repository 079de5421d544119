import { expect, it } from "vitest";
import { parseFaults } from "../src/read-faults.ts";

const WHOLE = 'src/a.ts:\n  first:\n    from: a\n    to: ""\n  second:\n    loss: An event is lost.\n    tests: [b]\n    from: |2\n          b\n    to: c\n';

it("reads faults by file and id, with the white space of what they quote", () => {
  expect(parseFaults("list.yaml", WHOLE)).toEqual([
    { id: "first", file: "src/a.ts", from: "a", to: "" },
    { id: "second", file: "src/a.ts", loss: "An event is lost.", tests: ["b"], from: "    b\n", to: "c" },
  ]);
});

it.each([
  ["a property that no fault has", "    from: a\n", "    form: a\n", "list.yaml:3: expected one of from, to, loss, tests, survives; got form"],
  ["a place that is no text", "from: a", "from: 0", "list.yaml:3: from must be a text; got 0"],
  ["tests that are no list", "[b]", "b", 'list.yaml:7: tests must be a list of texts; got "b"'],
  ["a fault without a replacement", "    to: c\n", "", "list.yaml:5: second lacks to"],
  ["a fault without properties", '\n    from: a\n    to: ""\n', " a\n", "list.yaml:2: expected faults by file and then by id"],
  ["an id that is there twice", "second", "first", "list.yaml: Map keys must be unique at line 5"],
])("names the line of %s", (_what, right, wrong, message) => {
  expect(() => parseFaults("list.yaml", WHOLE.replace(right, wrong))).toThrow(message);
});
