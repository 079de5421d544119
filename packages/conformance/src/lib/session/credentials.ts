import type { OperationSpec } from "../contract/contract.ts";

/** The credentials of a run, from the environment. */
export interface Credentials {
  /** The bearer token; absent until one was issued for the client. */
  token: string | undefined;
  /** An app that can request tokens. */
  readonly client: { readonly id: string; readonly secret: string } | undefined;
  /** A second token of the same service with fewer rights. */
  readonly limitedToken: string | undefined;
}

/** Returns the `Authorization` of a request: the given one, or that of the operation's security. */
export function authorizationOf({ scheme }: Pick<OperationSpec, "scheme">, given: string | undefined, { token, client }: Credentials): string | undefined {
  if (given === "none") return undefined;
  if (given !== undefined) return given;
  if (scheme === "basic") return client && basicOf(client.id, client.secret);
  return scheme === "bearer" && token !== undefined ? `Bearer ${token}` : undefined;
}

/** RFC 7617. */
export function basicOf(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
}
