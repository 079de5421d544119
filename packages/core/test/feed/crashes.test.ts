import { array, assert, asyncProperty, boolean, constantFrom, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { type CheckpointStore, memoryCheckpoints } from "../../src/feeds.ts";
import { ConnectionError } from "../../src/index.ts";
import { setting, things } from "./support.ts";

/** How a program ends in the middle of a batch, or that it does not. */
const endings = ["no crash", "before the handler", "after the handler", "before the save", "after the save"] as const;

describe("a feed that crashes wherever it may", () => {
  it("loses nothing, keeps the order, and repeats at most the page at hand", async () => {
    await assert(
      asyncProperty(
        integer({ min: 0, max: 60 }),
        integer({ min: 1, max: 7 }),
        array(constantFrom(...endings), { maxLength: 80 }),
        array(boolean(), { maxLength: 80 }),
        async (count, limit, plan, outages) => {
          const inner = memoryCheckpoints();
          const endingsLeft = [...plan];
          let ending: (typeof endings)[number] = "no crash";
          const store: CheckpointStore = {
            async acquire(stream) {
              const owned = await inner.acquire(stream);
              return {
                ...owned,
                async save(position, version) {
                  if (ending === "before the save") throw new Error("crash");
                  const saved = await owned.save(position, version);
                  if (ending === "after the save") throw new Error("crash");
                  return saved;
                },
              };
            },
          };
          const { feed, stream, clock } = setting(things(count), { store, limit, since: "2026-03-02T00:00:00Z" });
          const seen: number[] = [];
          let crashes = 0;
          for (let starts = 0; starts <= plan.length; starts += 1) {
            stream.next.length = 0;
            if (outages[starts] === true) stream.next.push(new ConnectionError("connection-failed", "down", { outcome: "unknown" }));
            ending = "no crash";
            const life = (async () => {
              for await (const batch of feed.batches({ until: "caught-up" })) {
                ending = endingsLeft.shift() ?? "no crash";
                if (ending === "before the handler") return "crashed";
                seen.push(...batch.events.map(({ id }) => id));
                if (ending === "after the handler") return "crashed";
              }
              return "ended";
            })();
            const how = await clock.finish(life).catch(() => "crashed");
            if (how === "ended") break;
            crashes += 1;
          }
          // Lost: none.
          expect(new Set(seen)).toEqual(new Set(things(count).map(({ id }) => id)));
          // Repeated: a page for each crash at the most.
          expect(seen.length - count).toBeLessThanOrEqual(crashes * limit);
          // Order: the next event, or back to the begin of a page that was seen.
          for (let index = 1; index < seen.length; index += 1) {
            const step = (seen[index] ?? 0) - (seen[index - 1] ?? 0);
            expect(step === 1 || (step <= 0 && step > -limit)).toBe(true);
          }
          expect(clock.timers).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});
