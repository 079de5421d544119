/** A credential of an operation, with its name in the client's option `credentials`. */
interface Credential {
  readonly type: string;
  readonly name?: string | undefined;
}

/** The properties of an operation that determine the options of its client. */
export interface OptionsShape {
  readonly security: { readonly anyOf?: readonly (readonly Credential[])[] };
  readonly server?: string | undefined;
}

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
 * Returns the options that a client needs: its URL and an example of each credential, and the same for each of its servers.
 *
 * @param addressOf Returns the URL of a server; without a name, of the client.
 */
export function exampleOptions(table: { readonly [id: string]: OptionsShape }, addressOf: (server?: string) => string): ExampleOptions {
  const rows = Object.values(table);
  const named = rows.flatMap(({ security }) => namedCredentials(security.anyOf ?? []));
  const optionsOf = (server?: string): ExampleOptions => ({
    baseUrl: addressOf(server),
    token: "example-token",
    ...(named.length === 0 ? {} : { credentials: Object.fromEntries(named) }),
  });
  const servers = [...new Set(rows.flatMap(({ server }) => server ?? []))];
  return { ...optionsOf(), ...(servers.length === 0 ? {} : { servers: Object.fromEntries(servers.map((server) => [server, optionsOf(server)])) }) };
}

function namedCredentials(anyOf: readonly (readonly Credential[])[]): (readonly [name: string, value: ExampleCredential])[] {
  return anyOf.flat().flatMap(({ type, name }) => {
    if (name === undefined) return [];
    return [[name, type === "basic" ? { username: `${name}-user`, password: `example-${name}` } : `example-${name}`] as const];
  });
}
