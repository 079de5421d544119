import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { ReceivedRequest } from "./received-request.ts";

/** One request and what can be done to its connection: byte for byte, at will. */
export interface Exchange {
  readonly request: ReceivedRequest;
  /** Sends bytes as they are; resolves when the kernel has taken them. Fails if the client has gone. */
  write(bytes: string | Uint8Array): Promise<void>;
  /** Ends the connection in order (FIN). */
  finish(): void;
  /** Tears the connection down (RST). */
  reset(): void;
  /** Waits; fails if the client goes meanwhile. */
  wait(delayMs: number): Promise<void>;
  /** Resolves when the client has gone. */
  gone(): Promise<void>;
}

/**
 * What the server does with one request. If it returns and has not ended the connection, the next request is read from it.
 *
 * `acts: false` says that the server has turned the request away. All others count as acted on, because a client cannot know better.
 */
export interface Behaviour {
  (exchange: Exchange): void | Promise<void>;
  readonly acts?: boolean;
}

/** The client ended the connection while a behaviour still had something to do. */
export class ClientGone extends Error {}

/** Makes the {@link Exchange} of a request. `left` is aborted when the client goes, `sent` is told of every byte. */
export function createExchange(socket: Socket, request: ReceivedRequest, left: AbortSignal, sent: (count: number) => void): Exchange {
  return {
    request,
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
