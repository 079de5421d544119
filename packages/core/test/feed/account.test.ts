import { expect, it } from "vitest";
import { createFeed, memoryCheckpoints } from "../../src/feeds.ts";
import { caught } from "../support.ts";
import { caughtUp, setting, things } from "./support.ts";

it("a position is saved with the account of its feed, and continued by that alone", async () => {
  const store = memoryCheckpoints();
  const own = setting(things(4), { store, account: "one" });
  await own.feed.run(() => {}, caughtUp);
  expect(await own.kept()).toEqual({ cursor: "4", account: "one" });

  const foreign = setting(things(9), { store, account: "two" });
  const seen: unknown[] = [];
  const failure = { name: "CheckpointError", code: "checkpoint-foreign", option: "account", message: expect.stringMatching(/account one, not to two/) };
  expect(await caught(foreign.feed.run((batch) => seen.push(batch), caughtUp))).toMatchObject(failure);
  expect(await caught(foreign.feed.reset({ since: "2026-03-02T08:00:00Z" }))).toMatchObject(failure);
  expect([seen, foreign.stream.asked]).toEqual([[], []]);
  expect(await own.kept()).toEqual({ cursor: "4", account: "one" });

  await own.feed.reset({ since: "2026-03-02T08:00:00Z" });
  expect(await own.kept()).toEqual({ since: "2026-03-02T08:00:00Z", account: "one" });
});

it("a position without an account becomes that of the next feed with one, which says so once", async () => {
  const store = memoryCheckpoints();
  await setting(things(2), { store }).feed.run(() => {}, caughtUp);
  const named = setting(things(4), { store, account: "one" });
  await named.feed.run(() => {}, caughtUp);
  await named.feed.run(() => {}, caughtUp);
  const starts = named.events.filter(({ type }) => type === "started");
  expect(starts.map((event) => Reflect.get(event, "adopts"))).toEqual([true, undefined]);
  expect(await named.kept()).toEqual({ cursor: "4", account: "one" });
  // A feed that names none continues, and keeps the account.
  const unnamed = setting(things(6), { store });
  await unnamed.feed.run(() => {}, caughtUp);
  expect(await unnamed.kept()).toEqual({ cursor: "6", account: "one" });
  await unnamed.feed.reset({ since: "2026-03-02T08:00:00Z" });
  expect(await unnamed.kept()).toEqual({ since: "2026-03-02T08:00:00Z", account: "one" });
});

it.each(["", "a\nb", "ü", 5])("an account cannot be %j", (account) => {
  const pages = async function* () {};
  expect(() => createFeed({ stream: "listThings", pages }, { store: memoryCheckpoints(), account: account as string })).toThrow(
    "account must be 1 to 200 characters of ASCII",
  );
});
