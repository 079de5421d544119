import type { Clock } from "../clock.ts";
import type { Fetch } from "../http.ts";

// Apart from the functions, because their declarations name types of oauth4webapi.

/** Where tokens come from, and who asks for them. */
export interface TokenEndpointOptions {
  /** The token endpoint's whole address, such as `https://management.example.com/connect/token`. `https`, or `http` to this machine. */
  readonly tokenUrl: string;
  /** The client id that the service assigned to the application. With `basic` it must not hold a colon. */
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * How id and secret are sent: `basic` as RFC 7617 writes them, `basic-form-encoded` as RFC 6749 §2.3.1 does (each form-encoded first), `body` as fields of the form.
   *
   * @default "basic"
   */
  readonly clientAuthentication?: "basic" | "basic-form-encoded" | "body";
  /**
   * How long before its end a token is renewed, in seconds; never more than half of its lifetime. More costs requests, less risks a token that expires on its way.
   *
   * @default 60
   */
  readonly renewBeforeSeconds?: number;
  /**
   * How long one token request may take, its response included, in milliseconds; a token store may take as long. `Infinity` for no limit.
   *
   * @default 15000
   */
  readonly timeoutMs?: number;
  /** Sends the token requests in place of the platform's `fetch`. @default globalThis.fetch */
  readonly fetch?: Fetch | undefined;
  /** Allows to send credentials in clear text to a machine other than this one. @default false */
  readonly allowInsecureHttp?: boolean;
  /** Time and chance, for tests. @default the platform's */
  readonly clock?: Clock;
}

/** What a token endpoint returned. */
export interface IssuedToken {
  readonly accessToken: string;
  /** `undefined` if the service did not say: then the token is used until it is refused. */
  readonly expiresInSeconds: number | undefined;
  readonly refreshToken: string | undefined;
}

/** Keeps a refresh token between runs of a program. */
export interface TokenStore {
  /** Returns the refresh token that was saved last; `undefined` if there is none. */
  load(): Promise<string | undefined>;
  /** Saves a refresh token durably before it resolves: the service may accept no earlier one from now on. */
  save(refreshToken: string): Promise<void>;
  /**
   * Waits until this process alone may renew, and returns what releases it: a store that several processes share needs one, or two of them use the same refresh token.
   *
   * @param signal Ends the wait; no lock is held then.
   */
  lock?(signal: AbortSignal): Promise<() => Promise<void>>;
}
