import { expect, it } from "vitest";
import { createStreamCheck } from "../src/world/check-stream.ts";
import { checkOutput } from "../src/world/check-output.ts";

const EVENTS = ["a", "b", "c", "d", "e", "f"];

function violationsOf(written: readonly string[], setAside: readonly string[]): readonly string[] {
  const violations: string[] = [];
  const violate = (problem: string): void => void violations.push(problem);
  const check = (name: string, sent: readonly string[]) => {
    const made = createStreamCheck(name, () => sent, EVENTS.length, violate);
    made.count();
    return made;
  };
  const text = written.map((uuid) => `${JSON.stringify({ stream: "auditevents", uuid })}\n`).join("");
  const page = JSON.stringify({ items: [null, ...setAside.map((uuid) => ({ uuid }))] });
  const line = JSON.stringify({ stream: "auditevents", page });
  checkOutput([text], `${line}\n`, { auditevents: check("events", EVENTS), auditlog: check("log", []) }, violate);
  return violations;
}

it.each([
  { what: "a page whose first events were written before it became bad", written: "abef", setAside: "abcd" },
  { what: "a page that was good again before it was left out", written: "abcdef", setAside: "abcd" },
  { what: "a page at the end", written: "abcd", setAside: "ef" },
])("counts $what for what is missing in the output", ({ written, setAside }) => {
  expect(violationsOf([...written], [...setAside])).toEqual([]);
});

it("tells what is neither written nor set aside", () => {
  expect(violationsOf([..."abf"], [..."cd"])).toEqual(["events: the output leaves out the events 4 to 4"]);
  expect(violationsOf([..."ab"], [..."cd"])).toEqual(["events: the events 4 to 5 were never delivered"]);
});
