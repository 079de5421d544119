import type { Clock } from "../clock.ts";
import type { Fetch } from "../http.ts";

// In a file without the functions, because their declarations name types of oauth4webapi.

/** The options of a token endpoint. */
export interface TokenEndpointOptions {
  /**
   * The token endpoint, such as `https://management.example.com/connect/token`; `http` only to this
   * machine.
   */
  readonly tokenUrl: string;
  /** The client id of the application. With `basic` it must not contain a colon. */
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * How the id and the secret are sent: `basic` (RFC 7617), `basic-form-encoded` (RFC 6749 §2.3.1:
   * each is form-encoded first), or `body` (fields of the form).
   *
   * @default "basic"
   */
  readonly clientAuthentication?: "basic" | "basic-form-encoded" | "body";
  /**
   * How long before its end a token is renewed, in seconds; at most half of its lifetime. A larger
   * value costs requests, a smaller one risks that a token expires before it arrives.
   *
   * @default 60
   */
  readonly renewBeforeSeconds?: number;
  /**
   * The time limit of a token request, including its response, and of each use of the token store,
   * in milliseconds. `Infinity` for no limit.
   *
   * @default 15000
   */
  readonly timeoutMs?: number;
  /** Replaces the platform's `fetch` for token requests. @default globalThis.fetch */
  readonly fetch?: Fetch | undefined;
  /** Allows `http` to other machines, which sends credentials in clear text. @default false */
  readonly allowInsecureHttp?: boolean;
  /** Time and randomness, for tests. @default the platform's */
  readonly clock?: Clock;
}

/** The tokens that a token endpoint returned. */
export interface IssuedToken {
  readonly accessToken: string;
  /** `undefined` if the service did not say: the token is then used until it is rejected. */
  readonly expiresInSeconds: number | undefined;
  readonly refreshToken: string | undefined;
}

/** Keeps a refresh token between runs of a program. */
export interface TokenStore {
  /** Returns the refresh token that was saved last; `undefined` if there is none. */
  load(): Promise<string | undefined>;
  /** Saves a refresh token, durably when it resolves: the service may accept no earlier one. */
  save(refreshToken: string): Promise<void>;
  /**
   * Waits until only this process may renew, and returns a function that releases the lock.
   * Required if several processes share the store, because two of them must not use the same
   * refresh token.
   *
   * @param signal Ends the wait, without a lock.
   */
  lock?(signal: AbortSignal): Promise<() => Promise<void>>;
}
