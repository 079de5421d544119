import type { OperationSpec } from "../contract/contract.ts";

/** The credentials of a run, from the environment. */
export interface Credentials {
  /** The bearer token; absent until one was issued for the client. */
  readonly token: string | undefined;
  /** The header of the token. */
  readonly header: { readonly authorization?: string };
  /** An app that can request tokens. */
  readonly client: { readonly id: string; readonly secret: string } | undefined;
  /** A second token of the same service with fewer rights. */
  readonly limitedToken: string | undefined;
  /** Sets the token that was issued for the client. */
  setToken(token: string): void;
}

/** Creates credentials. */
export function createCredentials(token: string | undefined, client: Credentials["client"], limitedToken: string | undefined): Credentials {
  let current = token;
  return {
    get token() {
      return current;
    },
    get header() {
      return current === undefined ? {} : { authorization: `Bearer ${current}` };
    },
    client,
    limitedToken,
    setToken: (next) => void (current = next),
  };
}

/** Returns the `Authorization` of a request: the given one, or that of the operation's security. */
export function authorizationOf({ scheme }: OperationSpec, given: string | undefined, credentials: Credentials): string | undefined {
  if (given === "none") return undefined;
  if (given !== undefined) return given;
  if (scheme === "basic") return credentials.client === undefined ? undefined : basicOf(credentials.client.id, credentials.client.secret);
  return scheme === "bearer" ? credentials.header.authorization : undefined;
}

/** RFC 7617. */
export function basicOf(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
}
