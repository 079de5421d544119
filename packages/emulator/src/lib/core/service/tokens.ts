import type { Collection } from "../values/collection.ts";

/** An access token. Services add properties, such as the vaults that a token can open. */
export interface BearerToken {
  /** The value of `Authorization: Bearer …`. */
  readonly value: string;
  /** Scopes or features of the contract. */
  readonly scopes: readonly string[];
  /** RFC 3339. */
  readonly issuedAt: string;
  /** RFC 3339. Absent: the token does not expire. */
  readonly expiresAt?: string;
}

/** Returns when a token expires; nothing without a lifetime. */
export function expiryOf(expiresInSeconds: number | undefined, nowMs: number): Pick<BearerToken, "expiresAt"> {
  return expiresInSeconds === undefined ? {} : { expiresAt: new Date(nowMs + expiresInSeconds * 1000).toISOString() };
}

/** Why a request is not authenticated. */
export type Unauthenticated = "missing" | "invalid" | "expired";

/** Returns the token of a header `Authorization`; `undefined` if it has none. */
export function bearerOf(header: string | undefined): string | undefined {
  // RFC 9110 §11.1: the scheme is case-insensitive. RFC 6750 §2.1: the characters of a token.
  return /^bearer +([\w.~+/-]+=*)$/i.exec(header ?? "")?.[1];
}

/**
 * Returns the token of a request. A header with another scheme counts as missing.
 *
 * @param header The value of `Authorization`. Two such headers are joined by a comma and invalid.
 */
export function findBearerToken<T extends BearerToken>(header: string | undefined, tokens: Collection<T>, now: Date): T | Unauthenticated {
  const value = bearerOf(header);
  if (value === undefined) return header === undefined || !/^bearer\b/i.test(header) ? "missing" : "invalid";
  const token = tokens.get(value);
  if (token === undefined) return "invalid";
  return token.expiresAt !== undefined && new Date(token.expiresAt).getTime() <= now.getTime() ? "expired" : token;
}
