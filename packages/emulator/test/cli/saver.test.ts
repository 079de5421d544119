import { expect, test } from "vitest";
import { manualClock } from "../../src/index.ts";
import { createSaver } from "../../src/lib/cli/serve/saver.ts";

function savers(write: (writes: number) => Promise<void> = async () => {}) {
  const clock = manualClock("2026-03-02T12:00:00Z");
  const writes: number[] = [];
  const failures: string[] = [];
  const saver = createSaver(
    () => {
      writes.push(clock.now());
      return write(writes.length);
    },
    ({ message }) => void failures.push(message),
    clock,
  );
  return { clock, writes, failures, saver };
}

test("many changes are saved once, a second after the first, and never more often", async () => {
  const { clock, writes, saver } = savers();
  for (let at = 0; at < 2500; at += 100) {
    saver.changed();
    await clock.runFor(100);
  }
  expect(writes).toEqual([1000, 2000]);
});

test("nothing is saved without a change, also at the end", async () => {
  const { clock, writes, saver } = savers();
  await clock.runFor(5000);
  await saver.close();
  expect(writes).toEqual([]);
});

test("the end saves the last changes at once, after a write that still runs", async () => {
  let finish = (): void => {};
  const { clock, writes, saver } = savers((count) => (count === 1 ? new Promise((resolve) => (finish = resolve)) : Promise.resolve()));
  saver.changed();
  await clock.runFor(1000);
  saver.changed();
  const closed = saver.close();
  await clock.runFor(0);
  expect(writes).toEqual([1000]);
  finish();
  await closed;
  expect(writes).toEqual([1000, 1000]);
  await clock.runFor(5000);
  expect(writes).toHaveLength(2);
});

test("a write that fails is reported, and tried again with the next change and at the end", async () => {
  const { clock, writes, failures, saver } = savers(async (count) => {
    if (count < 3) throw new Error(`failure ${count}`);
  });
  saver.changed();
  await clock.runFor(3000);
  expect([writes, failures]).toEqual([[1000], ["failure 1"]]);
  saver.changed();
  await clock.runFor(1000);
  expect(failures).toEqual(["failure 1", "failure 2"]);
  await saver.close();
  expect(writes).toHaveLength(3);
});

test("a write that fails at the end is an error", async () => {
  const { saver } = savers(async () => {
    throw new Error("the disk is full");
  });
  saver.changed();
  await expect(saver.close()).rejects.toThrow("the disk is full");
});
