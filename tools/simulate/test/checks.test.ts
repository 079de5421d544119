import { expect, it } from "vitest";
import { checkOutput } from "../src/world/check-output.ts";
import { createStreamCheck } from "../src/world/check-stream.ts";

/** Creates the check of a stream of events, each named by a letter, with its violations. */
function checkOf(events: string) {
  const violations: string[] = [];
  const violate = (problem: string): void => void violations.push(problem);
  const check = createStreamCheck("events", () => [...events], 4, violate);
  check.count();
  return { check, violations, violate };
}

it.each([
  { when: "at its second attempt", attempts: ["a", "abc"] },
  { when: "at its first page", attempts: ["abc"] },
])("lets the owner go on where it was, though one that had lost its checkpoint was ahead for a page, $when", ({ attempts }) => {
  const { check, violations } = checkOf("abcdefgh");
  check.mayBeLate("slow");
  check.deliver("owner", [..."ab"]);
  for (const ids of attempts) {
    check.mayRepeat("slow");
    check.deliver("slow", [...ids]);
  }
  check.deliver("owner", [..."cde"]);
  expect(violations).toEqual([]);
  check.deliver("owner", [..."ef"]);
  expect(violations).toEqual(["events: owner repeats 1 events, though it has not died or failed"]);
});

it.each([
  { what: "counts a page whose first events were written before it became bad", written: "abef", deadLetter: "abcd", told: [] },
  { what: "counts a page that was good again before it was left out", written: "abcdef", deadLetter: "abcd", told: [] },
  { what: "counts a page at the end", written: "abcd", deadLetter: "ef", told: [] },
  { what: "tells a gap", written: "abf", deadLetter: "cd", told: ["events: the output leaves out the events 4 to 4"] },
  { what: "tells a missing end", written: "ab", deadLetter: "cd", told: ["events: the events 4 to 5 were never delivered"] },
])("$what, of what is neither written nor a dead letter", ({ written, deadLetter, told }) => {
  const { check, violations, violate } = checkOf("abcdef");
  const text = [...written].map((uuid) => `${JSON.stringify({ stream: "auditevents", uuid })}\n`).join("");
  const page = JSON.stringify({ items: [null, ...[...deadLetter].map((uuid) => ({ uuid }))] });
  const line = JSON.stringify({ stream: "auditevents", page });
  checkOutput([text], `${line}\n`, { auditevents: check, auditlog: checkOf("").check }, violate);
  expect(violations).toEqual(told);
});
