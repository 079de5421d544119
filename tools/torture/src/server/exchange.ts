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
 * The server's reaction to one request. If it returns without ending the connection, the server reads the next request from it.
 *
 * `acts: false` means that the server has rejected the request. All others count as processed, because a client cannot know better.
 */
export interface Behaviour {
  (exchange: Exchange): void | Promise<void>;
  readonly acts?: boolean;
}

/** The client disconnected before a behavior was done. */
export class ClientGone extends Error {}

/** Makes the {@link Exchange} of a request. `left` aborts when the client disconnects; `sent` is called with the number of sent bytes. */
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
