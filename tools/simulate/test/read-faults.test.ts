import { expect, it } from "vitest";
import { parseFaults } from "../src/read-faults.ts";

const WHOLE = 'src/a.ts:\n  first:\n    from: a\n    to: ""\n  second:\n    loss: An event is lost.\n    tests: [b]\n    from: |2\n          b\n    to: c\n';

it("reads faults by file and id, with the white space of what they quote", () => {
  expect(parseFaults("list", WHOLE)).toEqual([
    { id: "first", file: "src/a.ts", from: "a", to: "" },
    { id: "second", file: "src/a.ts", loss: "An event is lost.", tests: ["b"], from: "    b\n", to: "c" },
  ]);
});

it.each([
  ["a property that no fault has", "    from: a\n", "    form: a\n    from: a\n", "list.yaml: first: expected from, to, loss, tests or survives; got form"],
  ["a place that is no text", "from: a", "from: 0", "list.yaml: first: from must be a text; got 0"],
  ["tests that are no list", "[b]", "b", 'list.yaml: second: tests must be a list of texts; got "b"'],
  ["a fault without a replacement", "    to: c\n", "", "list.yaml: second: to must be a text; got undefined"],
  ["a fault without properties", '\n    from: a\n    to: ""\n', " a\n", "list.yaml: first: from must be a text; got undefined"],
  ["an id that is there twice", "second", "first", "Map keys must be unique at line 5"],
])("names %s", (_what, right, wrong, message) => {
  expect(() => parseFaults("list", WHOLE.replace(right, wrong))).toThrow(message);
});
