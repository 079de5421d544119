/**
 * Whether an address that came from outside stands at the origin of a base address: the only place where a credential may go.
 *
 * A user name in it, an address that cannot be read, another scheme, host or port: all are foreign.
 */
export function isAtOrigin(address: string, baseUrl: string): boolean {
  // The usual case: what core built itself, below a base address that has been read.
  if (address.startsWith(baseUrl) && address[baseUrl.length] === "/") return true;
  try {
    const { origin, username, password } = new URL(address, baseUrl);
    return origin === new URL(baseUrl).origin && username === "" && password === "";
  } catch {
    return false;
  }
}
