import { checkOptions } from "../options/check-options.ts";
import type { UserCredentials } from "../openapi/named-credentials.ts";
import type { Observer } from "../client-events.ts";
import type { TokenProvider } from "../options.ts";
import { contradicts, ENVIRONMENT_RULES, type EnvironmentOptions, lacks, readAddress, readLog, readToken } from "./environment.ts";

/** A credential of a service in the environment. */
export interface EnvironmentCredential {
  readonly type: "bearer" | "basic" | "key";
  /** The end of its variables, such as `API_KEY`. */
  readonly variable: string;
}

/** The names of the variables of a service that has named credentials or several servers. */
export interface NamedEnvironmentContract {
  /** The service's name in messages, such as `vault`. */
  readonly service: string;
  /** The beginning of its variables, such as `KEYWRIGHT_VAULT`. */
  readonly prefix: string;
  /** Whether the client takes a bearer token as its option `token`. */
  readonly hasToken: boolean;
  /** By the names in the client's option `credentials`. */
  readonly credentials: { readonly [name: string]: EnvironmentCredential };
  /** The middle of the variables of each further server, by its name in the option `servers`. */
  readonly servers: { readonly [name: string]: string };
}

/** The options of a client that come from the environment. */
interface Read {
  readonly baseUrl: string;
  readonly token?: string | TokenProvider;
  readonly credentials?: { readonly [name: string]: string | UserCredentials | TokenProvider };
  readonly servers?: { readonly [name: string]: Read };
  readonly onEvent?: Observer;
}

/**
 * Reads the options of a client from the environment whose contract has named credentials or
 * several servers: the address from `…_URL`, each credential from its own variables, each server's
 * in the same way behind the name of the server; and `KEYWRIGHT_LOG`.
 *
 * @throws ConfigurationError if an address is missing, all credentials are missing, or variables
 * contradict each other or are invalid. The message names them and contains no value.
 */
export function readNamedEnvironment<Options>(contract: NamedEnvironmentContract, options: EnvironmentOptions = {}): Options {
  const { service, prefix, hasToken, credentials, servers } = contract;
  checkOptions(`${service}Environment`, options, ENVIRONMENT_RULES, { such: " such as { env }" });
  const { env = process.env, logger } = options;
  const read = (name: string): string | undefined => env[name] || undefined;
  const known: readonly (readonly [string, EnvironmentCredential])[] = Object.entries(credentials);

  function readOneToken(variable: string): string | TokenProvider | undefined {
    if (read(variable) !== undefined && read(`${variable}_FILE`) !== undefined) throw contradicts(variable, `${variable}_FILE`);
    return readToken(env, variable);
  }

  function readUser(variable: string): UserCredentials | undefined {
    const [username, password] = [read(`${variable}_USERNAME`), read(`${variable}_PASSWORD`)];
    if (username === undefined && password !== undefined) throw lacks([`${variable}_USERNAME`], `set it to the user name of ${variable}_PASSWORD`);
    // A password may be empty.
    return username === undefined ? undefined : { username, password: password ?? "" };
  }

  function readServer(start: string): Read {
    const baseUrl = readAddress(env, `${start}_URL`, service);
    const token = hasToken ? readOneToken(`${start}_TOKEN`) : undefined;
    const found = known.flatMap(([name, { type, variable }]) => {
      const whole = `${start}_${variable}`;
      const value = type === "key" ? read(whole) : type === "basic" ? readUser(whole) : readOneToken(whole);
      return value === undefined ? [] : [[name, value] as const];
    });
    return {
      baseUrl,
      ...(token === undefined ? {} : { token }),
      ...(found.length === 0 ? {} : { credentials: Object.fromEntries(found) }),
    };
  }

  const main = readServer(prefix);
  const names = [...(hasToken ? ["TOKEN"] : []), ...known.map(([, { type, variable }]) => (type === "basic" ? `${variable}_USERNAME` : variable))];
  if (names.length > 0 && main.token === undefined && main.credentials === undefined)
    throw lacks(
      names.map((name) => `${prefix}_${name}`),
      `set one of them to a credential for the ${service} service`,
    );
  const others = Object.entries(servers).map(([name, variable]) => [name, readServer(`${prefix}_${variable}`)] as const);
  return { ...main, ...(others.length === 0 ? {} : { servers: Object.fromEntries(others) }), ...readLog(env, logger) } as Options;
}
