import { isLoopback, UsageError } from "@keywright/cli-kit";

/** Where Postgres is and how to reach it. Only what is `undefined` comes from the environment. */
export interface PostgresAddress {
  /** A name, an IP address, or the folder of a socket. Never empty. */
  readonly host: string;
  readonly port: number | undefined;
  readonly user: string | undefined;
  readonly database: string | undefined;
  /** Whether the connection uses TLS with a certificate for the host. */
  readonly isEncrypted: boolean;
  /** Paths of the client's certificate and its key. */
  readonly sslcert: string | undefined;
  readonly sslkey: string | undefined;
  readonly options: string | undefined;
}

const PARAMETERS = ["sslmode", "sslcert", "sslkey", "options"];

/** As in `pg`, libpq's weaker modes check the host, too: no mode is weaker than its name. */
const ENCRYPTED = ["verify-full", "verify-ca", "require"];

/**
 * Reads an address of Postgres.
 *
 * @param name The option, for messages.
 * @throws UsageError for several hosts, or parameters with which `pg` would connect differently.
 */
export function readPostgres(name: string, url: string): PostgresAddress {
  const { hostname, port, username, pathname, searchParams } = new URL(url);
  const host = decodeURIComponent(hostname).replace(/^\[(.+)\]$/, "$1");
  const other = [...searchParams.keys()].find((key) => !PARAMETERS.includes(key));
  if (other !== undefined)
    throw new UsageError(
      `${name} has the parameter ${other}; expected ${PARAMETERS.join(", ")}. Authorities are in --ca, and the folder of a socket is the host: postgres://%2Frun%2Fpostgresql/DATABASE`,
    );
  if (host.includes(",")) throw new UsageError(`${name} has several hosts; expected one`);
  const isLocal = host.startsWith("/") || isLoopback(host);
  const mode = searchParams.get("sslmode") ?? (isLocal ? "disable" : "verify-full");
  if (mode !== "disable" && !ENCRYPTED.includes(mode))
    throw new UsageError(`${name} has sslmode=${mode}; expected verify-full, or disable to send the password and the events in clear text`);
  return {
    host,
    port: port === "" ? undefined : Number(port),
    user: decodeURIComponent(username) || undefined,
    database: decodeURIComponent(pathname.slice(1)) || undefined,
    isEncrypted: mode !== "disable",
    sslcert: searchParams.get("sslcert") ?? undefined,
    sslkey: searchParams.get("sslkey") ?? undefined,
    options: searchParams.get("options") ?? undefined,
  };
}
