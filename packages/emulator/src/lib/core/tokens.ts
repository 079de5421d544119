import type { Collection } from "./collection.ts";

/** An access token. A service adds what its tokens carry besides, such as the vaults that one opens. */
export interface BearerToken {
  /** What is sent in `Authorization: Bearer …`; tokens are found by it. */
  readonly value: string;
  /** Scopes or features, in the contract's words. */
  readonly scopes: readonly string[];
  /** RFC 3339. */
  readonly issuedAt: string;
  /** RFC 3339; without it the token does not expire. */
  readonly expiresAt?: string;
}

/** Why a request is not let in. */
export type Unauthenticated = "missing" | "invalid" | "expired";

/**
 * Finds the token that a request carries.
 *
 * Not shown in the material; chosen: a token in the query is not looked at, and a header that names another scheme counts as no token.
 *
 * @param header The value of `Authorization`; two such headers come as one, joined by a comma, and are no token.
 */
export function findBearerToken<T extends BearerToken>(header: string | undefined, tokens: Collection<T>, now: Date): T | Unauthenticated {
  // RFC 9110 §11.1: the scheme's case does not matter. RFC 6750 §2.1: the characters of a token.
  const [, value] = /^bearer +([\w.~+/-]+=*)$/i.exec(header ?? "") ?? [];
  if (value === undefined) return header === undefined || !/^bearer\b/i.test(header) ? "missing" : "invalid";
  const token = tokens.get(value);
  if (token === undefined) return "invalid";
  return token.expiresAt !== undefined && new Date(token.expiresAt).getTime() <= now.getTime() ? "expired" : token;
}
