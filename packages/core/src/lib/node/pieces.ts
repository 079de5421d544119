/** The pieces of a body between who receives and who reads them. */
export interface Pieces {
  push(piece: Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
  /** The next piece; `undefined` at the end. Rejects where the body failed, after what came before. */
  read(): Promise<Uint8Array | undefined>;
}

/** What may wait to be read. Beyond it the sender is asked to pause. */
const ENOUGH_BYTES = 65_536;

/** Makes a queue of pieces, with one reader. */
export function createPieces(flow: { pause(): void; resume(): void }): Pieces {
  const queue: Uint8Array[] = [];
  let queuedBytes = 0;
  let paused = false;
  let ended: { readonly error?: unknown } | undefined;
  let waiting: { resolve(piece: Uint8Array | undefined): void; reject(error: unknown): void } | undefined;

  function settle(end: { readonly error?: unknown }): void {
    if (ended !== undefined) return;
    ended = end;
    if ("error" in end) waiting?.reject(end.error);
    else waiting?.resolve(undefined);
    waiting = undefined;
  }

  return {
    push(piece) {
      if (waiting !== undefined) {
        waiting.resolve(piece);
        waiting = undefined;
        return;
      }
      queue.push(piece);
      queuedBytes += piece.length;
      if (paused || queuedBytes < ENOUGH_BYTES) return;
      paused = true;
      flow.pause();
    },
    end: () => settle({}),
    fail: (error) => settle({ error }),
    read() {
      const piece = queue.shift();
      if (piece !== undefined) {
        queuedBytes -= piece.length;
        return Promise.resolve(piece);
      }
      if (ended !== undefined) return "error" in ended ? Promise.reject(ended.error) : Promise.resolve(undefined);
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (!paused) return;
        paused = false;
        flow.resume();
      });
    },
  };
}
