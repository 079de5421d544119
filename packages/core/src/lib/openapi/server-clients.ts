import { checkBaseUrl } from "../call/request/address.ts";
import { credentialsOf } from "./named-credentials.ts";
import { checkOptions, type Rule } from "../options/check-options.ts";
import { createClient } from "../call/client.ts";
import type { AtServer } from "../call/functions.ts";
import type { Operation } from "../contract.ts";
import { createSign } from "../call/stages/sign.ts";
import type { ClientOptions } from "../options.ts";
import type { Contract, Credentials } from "../pipeline.ts";

const SERVER: Rule = [(value) => typeof value === "object", "an object with at least baseUrl", { isNeeded: true }];
// A server has its own headers, because those of the client may hold a credential.
const OWN = { baseUrl: undefined, token: undefined, credentials: undefined, headers: undefined };

/**
 * Creates the methods of a client whose contract names several servers: a client for each server,
 * with its own address, credentials, headers and retry quota. All other options are shared.
 *
 * @param contract A row for each method, with the name of its server, and the functions that these
 * operations need.
 * @param options The options that the user passed to the client's factory, with `servers` by name.
 * @param create Creates the client of each server.
 * @throws ConfigurationError if an option is invalid, or if a server is missing.
 */
export function createServerClients<Operations extends object, RawOperations extends object>(
  contract: Contract & { readonly operations: { readonly [Id in keyof Operations]: Operation } },
  options: ClientOptions & { readonly servers: object },
  create: (contract: Contract, options: ClientOptions) => { readonly raw: object } = createClient<object, object>,
): Operations & { readonly raw: RawOperations } {
  const { servers, ...shared } = copyOf(options) as unknown as ClientOptions & { readonly servers?: Servers };
  const rows = Object.values<Operation>(contract.operations);
  const names = [...new Set(rows.flatMap(({ server }) => server ?? []))];
  const clientOf = (server: string | undefined, own: ClientOptions & { readonly credentials?: undefined }): { readonly raw: object } => {
    const operations = Object.fromEntries(rows.filter((row) => row.server === server).map((row) => [row.id, row]));
    return create({ allCredentials: credentialsOf(rows), ...contract, operations, ...placeOf(server, contract.credentials) }, own);
  };
  const main = clientOf(undefined, shared);
  checkServers(servers, names, checkOptions);
  const others = names.map((name) => clientOf(name, optionsOf(name, shared, servers, checkOptions)));
  const clients = [main, ...others];
  return Object.assign({}, ...clients, { raw: Object.assign({}, ...clients.map(({ raw }) => raw)) });
}

interface Servers {
  readonly [name: string]: object;
}

/** Checks that there are options for each server, and for no other. */
function checkServers(servers: Servers | undefined, names: readonly string[], check?: typeof checkOptions): void {
  const rules = Object.fromEntries(names.map((name) => [name, SERVER]));
  check?.("the client", { servers }, { servers: [SERVER[0], `an object with ${names.join(", ")}`, { isNeeded: true, rules }] });
}

/** The options of a server: its own, and those of the client that all servers share. */
function optionsOf(name: string, shared: ClientOptions, servers: Servers | undefined, check?: typeof checkOptions): ClientOptions {
  const own = copyOf(servers?.[name]) as unknown as ClientOptions;
  check?.("the client", own, OWN, { prefix: `servers.${name}.` });
  checkBaseUrl(own.baseUrl, shared.allowInsecureHttp, `servers.${name}.baseUrl`);
  return { ...shared, ...OWN, ...own };
}

/** Where the credentials of a server are in the options, and what signs with them. */
function placeOf(server: string | undefined, credentials: Credentials | undefined): Pick<Contract, "optionsAt" | "credentials"> {
  const optionsAt = server === undefined ? "" : `servers.${server}.`;
  return {
    optionsAt,
    credentials: credentials ?? { createSign: (_contract, { token }, clock, next) => createSign(clock, token, next, `${optionsAt}token`) },
  };
}

/**
 * Returns what the function of an operation needs if its contract names several servers.
 *
 * @param names All servers of the contract.
 * @param name The server of the operation; `undefined` for the one at `baseUrl`.
 */
export function atServer(names: readonly string[], name?: string, credentials?: Credentials): AtServer {
  return {
    ...placeOf(name, credentials),
    select(options, check) {
      const { servers, ...shared } = copyOf(options) as unknown as ClientOptions & { readonly servers?: Servers };
      checkServers(servers, names, check);
      return name === undefined ? shared : optionsOf(name, shared, servers, check);
    },
  };
}

/** Copies options with those that they inherit. */
function copyOf(options: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name in Object(options)) copy[name] = Reflect.get(Object(options), name);
  return copy;
}
