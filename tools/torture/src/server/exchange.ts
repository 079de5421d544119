import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

/** One request, with full control of its connection. */
export interface Exchange {
  /** Sends bytes unchanged. Rejects if the client has disconnected. */
  write(bytes: string | Uint8Array): Promise<void>;
  /** Ends the connection with FIN. */
  finish(): void;
  /** Ends the connection with RST. */
  reset(): void;
  /** Waits; rejects if the client disconnects meanwhile. */
  wait(delayMs: number): Promise<void>;
  /** Resolves when the client has disconnected. */
  gone(): Promise<void>;
}

/**
 * The reaction to one request. If the connection stays open, the server reads the next one.
 *
 * `acts: false` means rejected. All others count as processed: a client cannot know better.
 */
export interface Behaviour {
  (exchange: Exchange): void | Promise<void>;
  readonly acts?: boolean;
}

/** The client disconnected before a behavior was done. */
export class ClientGone extends Error {}

/** Makes an {@link Exchange}. `left` aborts at a disconnect; `sent` gets the bytes sent. */
export function createExchange(socket: Socket, left: AbortSignal, sent: (count: number) => void): Exchange {
  return {
    gone: () => new Promise((resolve) => (left.aborted ? resolve() : left.addEventListener("abort", () => resolve()))),
    async write(bytes) {
      if (socket.destroyed) throw new ClientGone();
      sent(Buffer.byteLength(bytes));
      await new Promise<void>((resolve, reject) => socket.write(bytes, (error) => (error ? reject(new ClientGone()) : resolve())));
    },
    finish: () => socket.end(),
    reset: () => socket.resetAndDestroy(),
    wait: (delayMs) =>
      setTimeout(delayMs, undefined, { signal: left }).catch(() => {
        throw new ClientGone();
      }),
  };
}
