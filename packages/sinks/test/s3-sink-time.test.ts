import { type CheckpointStore, memoryCheckpoints } from "@keywright/core/feeds";
import { describe, expect, it } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { type HeadObject, type PutObject, s3Sink } from "../src/s3.ts";
import type { TrialEvent } from "../src/sink-rules.ts";
import { eventsFrom, OPTIONS } from "./support.ts";

describe("an attempt to write to S3", () => {
  it.each(["the headers of the object", "the check of the owner"])("writes nothing more if its time ends during %s", async (slow) => {
    const clock = fakeClock({ random: 0 });
    const writes: string[] = [];
    let waited = 0;
    // The first one outlasts the attempt; the next attempt finds the target in order.
    const late = async (): Promise<void> => {
      waited += 1;
      if (waited === 1) await new Promise<void>((resolve) => void clock.after(40_000, resolve));
    };
    const put: PutObject = async ({ headers }) => {
      writes.push(Object.keys(headers).find((name) => name.startsWith("if-")) ?? "unconditional");
      return { status: writes.length === 1 ? 412 : 200 };
    };
    const head: HeadObject = async () => {
      if (slow === "the headers of the object") await late();
      return { etag: '"a"', mark: undefined };
    };
    const memory = memoryCheckpoints();
    const acquire: CheckpointStore["acquire"] = async (name) => {
      const owned = await memory.acquire(name);
      return {
        ...owned,
        async load() {
          if (slow === "the check of the owner" && writes.length > 0) await late();
          return owned.load();
        },
      };
    };
    const sink = s3Sink<TrialEvent>({ ...OPTIONS, put, head, store: { acquire }, clock, timeoutMs: 30_000 });
    const owned = await sink.acquire("trialEvents");
    await owned.save({ since: "2026-03-02T08:00:00Z" }, 0);
    const call = { attempt: 1, signal: new AbortController().signal };
    const handled = sink.handle({ events: eventsFrom(0, 1), position: { cursor: "1" }, lagMs: undefined }, call);
    await expect.poll(() => waited).toBe(1);
    await clock.advance(30_000);
    await clock.advance(1000);
    await handled;
    await clock.advance(10_000);
    expect(writes).toEqual(["if-none-match", "if-none-match"]);
  });
});
