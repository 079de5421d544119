import type { Clock } from "../clock.ts";

/** Where tokens come from, and who asks for them. */
export interface TokenEndpointOptions {
  /** The token endpoint's whole address, such as `https://management.example.com/connect/token`. `https`, or `http` to this machine. */
  readonly tokenUrl: string;
  /** The client id that the service gave to the application. With `basic` it must not hold a colon. */
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * How id and secret are sent: `basic` as RFC 7617 writes them, `basic-form-encoded` as RFC 6749 §2.3.1 does (each form-encoded first), `body` as members of the form.
   *
   * @default "basic"
   */
  readonly clientAuthentication?: "basic" | "basic-form-encoded" | "body";
  /**
   * How long before its end a token is renewed, in seconds; never more than half of its life. More costs requests, less risks a token that ends on its way.
   *
   * @default 60
   */
  readonly renewBeforeSeconds?: number;
  /**
   * How long one token request may take, its answer included, in milliseconds; so long may a token store take, too.
   *
   * @default 15000
   */
  readonly timeoutMs?: number;
  /** Sends the token requests in place of the platform's `fetch`. @default globalThis.fetch */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Lets credentials travel in clear text to a machine other than this one. @default false */
  readonly allowInsecureHttp?: boolean;
  /** Time and chance, for tests. @default the platform's */
  readonly clock?: Clock;
}

/** What a token endpoint gave. */
export interface IssuedToken {
  readonly accessToken: string;
  /** `undefined` where the service did not say: then the token is used until it is refused. */
  readonly expiresInSeconds: number | undefined;
  readonly refreshToken: string | undefined;
}
