import { memoryCheckpoints } from "@keywright/core/feeds";
import { expect, it } from "vitest";
import { withOutput } from "../src/lib/sinks/lines.ts";

it("a checkpoint is released after its output is free: the next process finds both", async () => {
  const done: string[] = [];
  const store = memoryCheckpoints();
  const output = {
    open: async () => void done.push("opened"),
    async close() {
      await expect(store.acquire("auditevents")).rejects.toMatchObject({ code: "checkpoint-owned" });
      done.push("closed");
    },
  };
  const owned = await withOutput(store, output).acquire("auditevents");
  await owned.release();
  await owned.release();
  expect(done).toEqual(["opened", "closed"]);
  await (await store.acquire("auditevents")).release();
});
