import { CheckpointError, type CheckpointStore, memoryCheckpoints } from "@keywright/core/feeds";
import { describe, expect, it } from "vitest";
import { s3Sink } from "../src/s3.ts";
import type { TrialEvent } from "../src/sink-rules.ts";
import { memoryBucket } from "./memory-bucket.ts";
import { caught, OPTIONS } from "./support.ts";

const sinkOn = (store: CheckpointStore) => {
  const { put, head } = memoryBucket();
  return s3Sink<TrialEvent>({ ...OPTIONS, put, head, store });
};

describe("a sink as the store of a feed", () => {
  it("can be acquired again after another process owned it, as a feed on standby does", async () => {
    const store = memoryCheckpoints();
    let isOwned = true;
    const acquire: CheckpointStore["acquire"] = async (name) => {
      if (isOwned) throw new CheckpointError("checkpoint-owned", "another process owns it");
      return store.acquire(name);
    };
    const sink = sinkOn({ acquire });
    expect(await caught(sink.acquire("trialEvents"))).toMatchObject({ code: "checkpoint-owned", message: expect.stringContaining("another process") });
    isOwned = false;
    expect(await (await sink.acquire("trialEvents")).load()).toBeUndefined();
  });

  it("stays with its next feed when the one before releases it once more", async () => {
    const sink = sinkOn(memoryCheckpoints());
    const first = await sink.acquire("trialEvents");
    await first.release();
    const second = await sink.acquire("trialEvents");
    await first.release();
    expect(await caught(sink.acquire("otherEvents"))).toMatchObject({ code: "checkpoint-owned" });
    await second.release();
  });

  it("is owned by one feed of its program at a time, also while the store responds", async () => {
    const sink = sinkOn(memoryCheckpoints());
    const first = sink.acquire("trialEvents");
    expect(await caught(sink.acquire("otherEvents"))).toMatchObject({ code: "checkpoint-owned" });
    await (await first).release();
    await (await sink.acquire("otherEvents")).release();
  });
});
