import type { OperationShape } from "./example-inputs.ts";

type OptionsShape = Pick<OperationShape, "security" | "server">;

/** A user name and its password, or an API key, or a token. */
export type ExampleCredential = string | { readonly username: string; readonly password: string };

/** The options of a client that have its URLs and its credentials. */
export interface ExampleOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly credentials?: { readonly [name: string]: ExampleCredential };
  readonly servers?: { readonly [name: string]: ExampleOptions };
}

/**
 * Returns the options of a client: URL and credentials, and the same for each of its servers.
 *
 * @param addressOf Returns the URL of a server; without a name, of the client.
 */
export function exampleOptions(table: { readonly [id: string]: OptionsShape }, addressOf: (server?: string) => string): ExampleOptions {
  const rows = Object.values(table);
  const named = rows
    .flatMap(({ security }) => (security.anyOf ?? []).flat())
    .flatMap(({ type, name }) => {
      if (name === undefined) return [];
      return [[name, type === "basic" ? { username: `${name}-user`, password: `example-${name}` } : `example-${name}`] as const];
    });
  const optionsOf = (server?: string): ExampleOptions => ({
    baseUrl: addressOf(server),
    token: "example-token",
    ...(named.length === 0 ? {} : { credentials: Object.fromEntries(named) }),
  });
  const servers = [...new Set(rows.flatMap(({ server }) => server ?? []))];
  return { ...optionsOf(), ...(servers.length === 0 ? {} : { servers: Object.fromEntries(servers.map((server) => [server, optionsOf(server)])) }) };
}
