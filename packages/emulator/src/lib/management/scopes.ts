/** What refresh tokens need; it is only given on behalf of a user. */
export const OFFLINE_ACCESS = "offline_access";

/**
 * The scopes to grant.
 *
 * RFC 6749 §3.3: the order does not matter, and the same scope twice is the same as once.
 *
 * @param asked As it came; absent for all that may be granted.
 * @returns `undefined` where something is asked for that may not be granted.
 */
export function grantScopes(asked: string | undefined, available: readonly string[]): readonly string[] | undefined {
  if (asked === undefined || asked === "") return available;
  const scopes = [...new Set(asked.split(" "))];
  return scopes.every((scope) => available.includes(scope)) ? scopes : undefined;
}

/** Scopes without the one for refresh tokens, which must be asked for. */
export function withoutOffline(scopes: readonly string[]): readonly string[] {
  return scopes.filter((scope) => scope !== OFFLINE_ACCESS);
}
