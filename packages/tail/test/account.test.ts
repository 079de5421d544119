import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createEventsEmulator } from "@keywright/emulator";
import { expect, it } from "vitest";
import { folderForTest, services, SINCE, tail } from "./support.ts";

it("a position of another account is not continued, not reset, and not changed", async () => {
  const position = join(await folderForTest(), "position");
  const follow = (own: ReturnType<typeof services>, ...args: readonly string[]) =>
    tail(["auditevents", "--checkpoint", position, ...SINCE, ...args], { env: own.env, fetch: own.fetch });
  expect(await follow(services())).toMatchObject({ code: 0 });
  const before = await readFile(position, "utf8");

  const events = createEventsEmulator({ randomSeed: 2, seed: { eventsPerStream: 25 } });
  const other = { ...services(), events };
  const foreign: ReturnType<typeof services> = {
    ...other,
    env: { ...other.env, KEYWRIGHT_EVENTS_TOKEN: events.token },
    fetch: (_url, init) => events.fetch(_url, init),
  };
  for (const args of [[], ["--reset"]]) {
    const { code, printed, said } = await follow(foreign, ...args);
    expect([code, printed]).toEqual([1, ""]);
    expect(said).toMatch(/belongs to the account \w{26}, not to \w{26}: use another --checkpoint, database or --table for each account\. Nothing was changed/);
    expect(await readFile(position, "utf8")).toBe(before);
  }
});

it("a service that names no account takes that of --account", async () => {
  const position = join(await folderForTest(), "position");
  const follow = (account: string) => {
    const { env, fetch } = services();
    return tail(["auditlog", "--checkpoint", position, ...SINCE, "--account", account], { env, fetch });
  };
  expect(await follow("Example Ltd")).toMatchObject({ code: 0 });
  expect(await follow("Example Ltd")).toMatchObject({ code: 0 });
  expect(await follow("Other Ltd")).toMatchObject({ code: 1, printed: "", said: expect.stringContaining("the account Example Ltd, not to Other Ltd") });
});

it("a position from before gets the account of the token, with a line in the log", async () => {
  const position = join(await folderForTest(), "position");
  const follow = (...args: readonly string[]) => {
    const { env, fetch } = services();
    return tail(["auditlog", "--checkpoint", position, ...SINCE, ...args], { env, fetch });
  };
  await follow();
  const line = "the position has no account yet: it becomes that of the account of this token with the next page";
  const { said } = await follow("--account", "Example Ltd");
  expect(said).toContain(line);
});
