import type { Transport } from "@keywright/core";

/** A running server that is to keep a contract, and what a suite has to know of it. */
export interface ServiceTarget {
  /** What the server is called in the titles of the tests. */
  readonly name: string;
  /** Its address; a function where it is known only when the tests run. */
  readonly baseUrl: string | (() => string);
  /** A bearer token with every scope or feature of the contract; a function where it is known only when the tests run. */
  readonly token: string | (() => string);
  /**
   * Sends the requests, such as the `fetch` of a server in the same process.
   *
   * @default globalThis.fetch
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Carries the requests in place of `fetch`; a function, because it may be known only when the tests run.
   *
   * @default none
   */
  readonly transport?: () => Transport;
  /** Whether a read sees what was written before. Not so on a mock, where only what holds of each answer by itself is looked at. */
  readonly stateful: boolean;
}
