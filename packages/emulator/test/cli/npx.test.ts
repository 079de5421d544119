import { expect, test } from "vitest";
import { manualClock } from "../../src/index.ts";
import { onNpxEnd } from "../../src/lib/cli/npx.ts";

/** Watches a parent that can be changed; counts the calls back. */
function watched(environment: { readonly [name: string]: string }) {
  const clock = manualClock("2026-03-02T12:00:00Z");
  const seen = { parent: 4711, ends: 0 };
  const endWatch = onNpxEnd({ clock, environment, parent: () => seen.parent }, () => (seen.ends += 1));
  return { clock, seen, endWatch };
}

test("the end of npx shows within a second, once", () => {
  const { clock, seen } = watched({ npm_lifecycle_event: "npx" });
  clock.advance(3_600_000);
  expect(seen.ends).toBe(0);
  seen.parent = 1;
  clock.advance(1000);
  expect(seen.ends).toBe(1);
  clock.advance(3_600_000);
  expect(seen.ends).toBe(1);
});

test.each([{}, { npm_lifecycle_event: "start" }])("a server that npx did not start lives on without its parent: %j", (environment) => {
  const { clock, seen } = watched(environment);
  seen.parent = 1;
  clock.advance(3_600_000);
  expect(seen.ends).toBe(0);
});

test("a watch that was ended sees nothing", () => {
  const { clock, seen, endWatch } = watched({ npm_lifecycle_event: "npx" });
  endWatch();
  seen.parent = 1;
  clock.advance(3_600_000);
  expect(seen.ends).toBe(0);
});
