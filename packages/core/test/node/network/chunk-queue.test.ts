import { describe, expect, it } from "vitest";
import { type ChunkQueue, createChunkQueue } from "../../../src/lib/node/network/chunk-queue.ts";
import { caught } from "../../support.ts";

function queue(): { readonly chunks: ChunkQueue; readonly flow: string[] } {
  const flow: string[] = [];
  return { chunks: createChunkQueue({ pause: () => flow.push("pause"), resume: () => flow.push("resume") }), flow };
}
const chunk = (size: number): Uint8Array => new Uint8Array(size);
const END = { done: true };

describe("the chunks of a body", () => {
  it("come in their order, whether they or the reader are first", async () => {
    const { chunks } = queue();
    const waiting = chunks.read();
    chunks.push(chunk(1));
    chunks.push(chunk(2));
    chunks.push(chunk(3));
    chunks.end();
    expect(await waiting).toEqual({ done: false, value: chunk(1) });
    expect(await chunks.read()).toEqual({ done: false, value: chunk(2) });
    expect(await chunks.read()).toEqual({ done: false, value: chunk(3) });
    expect(await chunks.read()).toEqual(END);
    expect(await chunks.read()).toEqual(END);
  });

  it("end for a reader that waits", async () => {
    const { chunks } = queue();
    const waiting = chunks.read();
    chunks.end();
    expect(await waiting).toEqual(END);
  });

  it("are returned before the failure that came behind them", async () => {
    const { chunks } = queue();
    const failure = new Error("cut off");
    chunks.push(chunk(1));
    chunks.fail(failure);
    chunks.end();
    expect(await chunks.read()).toEqual({ done: false, value: chunk(1) });
    expect(await caught(chunks.read())).toBe(failure);
  });

  it("fail for a reader that waits", async () => {
    const { chunks } = queue();
    const failure = new Error("cut off");
    const waiting = caught(chunks.read());
    chunks.fail(failure);
    expect(await waiting).toBe(failure);
  });

  it("pause the sender once when enough wait, and let it go on when all have been read and more is wanted", async () => {
    const { chunks, flow } = queue();
    chunks.push(chunk(65_000));
    expect(flow).toEqual([]);
    chunks.push(chunk(1));
    chunks.push(chunk(1));
    expect(flow).toEqual(["pause"]);
    for (let read = 0; read < 3; read += 1) await chunks.read();
    expect(flow).toEqual(["pause"]);
    const waiting = chunks.read();
    expect(flow).toEqual(["pause", "resume"]);
    chunks.push(chunk(7));
    expect(await waiting).toEqual({ done: false, value: chunk(7) });
  });

  it("pause the sender also if they are of one byte, each of which is an object", () => {
    const { chunks, flow } = queue();
    for (let pushed = 0; pushed < 1000; pushed += 1) chunks.push(chunk(1));
    expect(flow).toEqual(["pause"]);
  });
});
