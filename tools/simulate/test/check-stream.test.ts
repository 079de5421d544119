import { expect, it } from "vitest";
import { createStreamCheck } from "../src/world/check-stream.ts";

const EVENTS = [..."abcdefgh"];

it.each([
  { when: "at its second attempt", attempts: ["a", "abc"] },
  { when: "at its first page", attempts: ["abc"] },
])("lets the owner go on where it was, though one that had lost its checkpoint was ahead for a page, $when", ({ attempts }) => {
  const violations: string[] = [];
  const check = createStreamCheck(
    "follow",
    () => EVENTS,
    4,
    (problem) => void violations.push(problem),
  );
  check.mayBeLate("slow");
  check.deliver("owner", [..."ab"]);
  for (const ids of attempts) {
    check.mayRepeat("slow");
    check.deliver("slow", [...ids]);
  }
  check.deliver("owner", [..."cde"]);
  expect(violations).toEqual([]);
  check.deliver("owner", [..."ef"]);
  expect(violations).toEqual(["follow: owner repeats 1 events, though it has not died or failed"]);
});
