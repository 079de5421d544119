/** The scope for refresh tokens, only granted on behalf of a user. */
export const OFFLINE_ACCESS = "offline_access";

/**
 * Returns the scopes to grant, or `undefined` if a scope is not allowed.
 *
 * RFC 6749 §3.3: order and duplicates are ignored.
 *
 * @param asked The requested scopes; absent for all.
 */
export function grantScopes(asked: string | undefined, available: readonly string[]): readonly string[] | undefined {
  if (asked === undefined || asked === "") return available;
  const scopes = [...new Set(asked.split(" "))];
  return scopes.every((scope) => available.includes(scope)) ? scopes : undefined;
}

/** Returns scopes without the one for refresh tokens, which must be requested. */
export function withoutOffline(scopes: readonly string[]): readonly string[] {
  return scopes.filter((scope) => scope !== OFFLINE_ACCESS);
}
