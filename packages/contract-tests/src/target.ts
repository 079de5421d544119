import type { Transport } from "@keywright/core";

/** A running server to test by a contract. */
export interface ServiceTarget {
  /** Name of the server in the titles of tests. */
  readonly name: string;
  /** Its address; a function if it is only known when the tests run. */
  readonly baseUrl: string | (() => string);
  /** A token with every scope or feature; a function if it is only known when the tests run. */
  readonly token: string | (() => string);
  /**
   * Sends the requests, such as the `fetch` of a server in the same process.
   *
   * @default globalThis.fetch
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Returns a transport that replaces `fetch`.
   *
   * @default none
   */
  readonly transport?: () => Transport;
  /** Whether reads return earlier writes. If not, the tests check each response by itself. */
  readonly stateful: boolean;
}
