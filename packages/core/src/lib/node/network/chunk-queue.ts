import type { BodyReader } from "../../http.ts";

/** A queue of the chunks of a body between the connection and its only reader. */
export interface ChunkQueue {
  push(chunk: Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
  /** Returns the next chunk. Rejects if the body failed, after the chunks that arrived before. */
  readonly read: BodyReader["read"];
}

/** The maximum number of bytes that wait to be read. Beyond it, the sender pauses. */
const MAX_QUEUED_BYTES = 65_536;

/** The overhead of a chunk in bytes: one byte may be one object. */
const PIECE_BYTES = 256;

/** Creates a queue of chunks with backpressure. */
export function createChunkQueue(flow: { pause(): void; resume(): void }): ChunkQueue {
  const queue: Uint8Array[] = [];
  let queuedBytes = 0;
  let paused = false;
  let ended: { readonly error?: unknown } | undefined;
  let waiting: { resolve(result: { readonly done: boolean; readonly value?: Uint8Array }): void; reject(error: unknown): void } | undefined;

  function settle(end: { readonly error?: unknown }): void {
    if (ended !== undefined) return;
    ended = end;
    if ("error" in end) waiting?.reject(end.error);
    else waiting?.resolve({ done: true });
    waiting = undefined;
  }

  return {
    push(value) {
      if (waiting !== undefined) {
        waiting.resolve({ done: false, value });
        waiting = undefined;
        return;
      }
      queue.push(value);
      queuedBytes += value.length + PIECE_BYTES;
      if (paused || queuedBytes < MAX_QUEUED_BYTES) return;
      paused = true;
      flow.pause();
    },
    end: () => settle({}),
    fail: (error) => settle({ error }),
    read() {
      const value = queue.shift();
      if (value !== undefined) {
        queuedBytes -= value.length + PIECE_BYTES;
        return Promise.resolve({ done: false, value });
      }
      if (ended !== undefined) return "error" in ended ? Promise.reject(ended.error) : Promise.resolve({ done: true });
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (!paused) return;
        paused = false;
        flow.resume();
      });
    },
  };
}
