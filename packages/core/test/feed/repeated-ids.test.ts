import { describe, expect, it } from "vitest";
import { type CheckpointStore, memoryCheckpoints } from "../../src/feeds.ts";
import { caught } from "../support.ts";
import { caughtUp, setting, type Thing, things } from "./support.ts";

describe("events that come twice", () => {
  const twice = [
    [1, 2],
    [2, 3],
    [3, 4, 4],
    [1, 5],
  ];

  it("are passed on as they were sent, unless ids are remembered; what is left out is counted", async () => {
    for (const [repeatedIds, expected] of [
      [0, [1, 2, 2, 3, 3, 4, 4, 1, 5]],
      [100, [1, 2, 3, 4, 5]],
      [2, [1, 2, 3, 4, 1, 5]],
    ] as const) {
      const { feed, stream, events } = setting([], { repeatedIds });
      twice.forEach((page, index) => stream.next.push({ items: page.map((id) => ({ id })), resumeAt: String(index + 1) }));
      const seen: number[] = [];
      await feed.run((batch) => seen.push(...batch.events.map(({ id }) => id)), caughtUp);
      expect(seen).toEqual(expected);
      expect(events.reduce((sum, event) => sum + (event.type === "committed" ? event.repeated : 0), 0)).toBe(9 - expected.length);
    }
  });

  it("count only once they are kept: what a run did not pass on or commit comes again in the next run of the same feed", async () => {
    for (const failing of ["handler", "save"] as const) {
      const store = memoryCheckpoints();
      let saves = 0;
      const failingStore: CheckpointStore = {
        async acquire(stream) {
          const owned = await store.acquire(stream);
          return {
            ...owned,
            async save(...given) {
              saves += 1;
              // The first save is the time to begin at.
              if (failing === "save" && saves === 2) throw new Error("the disk is full");
              return owned.save(...given);
            },
          };
        },
      };
      const { feed, clock } = setting(things(4), { store: failingStore, repeatedIds: 10, maxHandlerAttempts: 1 });
      const seen: number[] = [];
      let calls = 0;
      const handler = ({ events }: { readonly events: readonly Thing[] }): void => {
        calls += 1;
        if (failing === "handler" && calls === 1) throw new Error("not now");
        seen.push(...events.map(({ id }) => id));
      };
      expect(await caught(clock.finish(feed.run(handler, caughtUp)))).toMatchObject({ message: failing === "handler" ? "not now" : "the disk is full" });
      await clock.finish(feed.run(handler, caughtUp));
      expect(seen).toEqual(failing === "handler" ? [1, 2, 3, 4] : [1, 2, 1, 2, 3, 4]);
    }
  });

  it("are recognized by whole ids alone: a number that may have been rounded is no id", async () => {
    const { feed, stream } = setting([], { repeatedIds: 100 });
    const rounded = [{ id: Number("7201234567890123456") }, { id: Number("7201234567890123457") }, { id: Number.MAX_SAFE_INTEGER }];
    stream.next.push({ items: rounded, resumeAt: "1" }, { items: rounded, resumeAt: "2" });
    expect(await feed.run(() => {}, caughtUp)).toMatchObject({ events: 5 });
  });

  it("make a page of nothing else commit without the handler", async () => {
    const { feed, stream, kept } = setting([], { repeatedIds: 10 });
    stream.next.push({ items: [{ id: 1 }], resumeAt: "1" }, { items: [{ id: 1 }], resumeAt: "2" });
    expect(await feed.run(() => {}, caughtUp)).toEqual({ batches: 1, events: 1, abandoned: false });
    expect(await kept()).toMatchObject({ cursor: expect.any(String) });
  });

  it("come again if the handler did not take them", async () => {
    const { feed, stream, clock } = setting([], { repeatedIds: 10, onPoison: () => {}, maxHandlerAttempts: 2 });
    stream.next.push({ items: [{ id: 1 }], resumeAt: "1" });
    let calls = 0;
    await clock.finish(
      feed.run((batch) => {
        calls += batch.events.length;
        throw new Error("not now");
      }, caughtUp),
    );
    expect(calls).toBe(2);
  });
});
