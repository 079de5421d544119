import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { listOf, listThings } from "../support.ts";

/** Works until a number of requests have come, or for 5 s: nothing else runs in this thread meanwhile. */
function workUntil(asked: Int32Array, count: number): boolean {
  for (const end = performance.now() + 5000; performance.now() < end;) if (Atomics.load(asked, 0) >= count) return true;
  return false;
}

describe("a page that is read ahead over a network", () => {
  it("is on its way while its reader is busy with the page before", async () => {
    const asked = new Int32Array(new SharedArrayBuffer(4));
    const server = new Worker(new URL("page-server.js", import.meta.url), { workerData: asked.buffer });
    try {
      const port = await new Promise<number>((resolve, reject) => server.once("message", resolve).once("error", reject));
      const overlapped: boolean[] = [];
      for await (const page of listOf<number>(listThings, { baseUrl: `http://127.0.0.1:${port}` })().pages()) {
        overlapped.push(workUntil(asked, (page.items[0] as number) + 1));
        if (overlapped.length === 5) break;
      }
      expect(overlapped).toEqual([true, true, true, true, true]);
    } finally {
      await server.terminate();
    }
  });
});
