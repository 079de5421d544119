import { Console } from "node:console";
import { checkBaseUrl, parseUrl } from "../call/request/address.ts";
import { checkOptions, type Rule, type Rules } from "../options/check-options.ts";
import { platformClock } from "../clock.ts";
import { ConfigurationError, describe } from "../errors.ts";
import type { withNames } from "../helpers/describe-error.ts";
import { isLogLevel, isLogger, logEvents, type MessageLogger, type ObjectLogger } from "../observe/log-events.ts";
import type { ClientCredentialsOptions } from "../oauth/grants.ts";
import { checkToken } from "../call/stages/sign.ts";
import type { Observer } from "../client-events.ts";
import type { Fetch } from "../http.ts";
import type { TokenProvider } from "../options.ts";
import type { Environment } from "./network/proxy-settings.ts";
import { tokenFile } from "./files/token-files.ts";

/** The options of a function that reads the environment of a service. */
export interface EnvironmentOptions {
  /**
   * The variables by name. An empty value counts as absent.
   *
   * @default process.env
   */
  readonly env?: Environment | undefined;
  /**
   * Sends token requests for a client id and its secret. The client's own `fetch` or `transport` is
   * not set.
   * @default globalThis.fetch
   */
  readonly fetch?: Fetch | undefined;
  /**
   * The logger if `KEYWRIGHT_LOG` is set, for `logEvents`.
   * @default standard error, each line with its time
   */
  readonly logger?: MessageLogger | ObjectLogger | undefined;
}

/** Options of a function that reads a service's environment, for a client id with its secret. */
export interface GrantEnvironmentOptions extends EnvironmentOptions, Omit<ClientCredentialsOptions, "tokenUrl" | "clientId" | "clientSecret" | "fetch"> {}

/** The options of a client that come from the environment. */
export interface ServiceEnvironment {
  readonly baseUrl: string;
  readonly token: string | TokenProvider;
  /** Logs to standard error or the given `logger`, if `KEYWRIGHT_LOG` is set; otherwise absent. */
  readonly onEvent?: Observer;
}

/** The names of the variables of a service. */
export interface EnvironmentContract {
  /** The service's name in messages, such as `vault`. */
  readonly service: string;
  /** The beginning of its variables, such as `KEYWRIGHT_VAULT`. */
  readonly prefix: string;
  /**
   * The token endpoint for a client id and its secret, if any. `tokenUrl` is a path after the base
   * URL, or a URL. The functions are here so that only bundles that use them have them.
   */
  readonly grant?: {
    readonly tokenUrl: string;
    readonly clientCredentials: (options: ClientCredentialsOptions) => TokenProvider;
    readonly withNames: typeof withNames;
  };
}

/** The rules of {@link EnvironmentOptions}. */
export const ENVIRONMENT_RULES: Rules = {
  env: [(value) => typeof value === "object", "an object of variables, such as process.env"],
  fetch: [(value) => typeof value === "function", "a function"],
  logger: [isLogger, "a logger with the methods debug, info and warn, such as console"],
};

const PASSED: Rule = [() => true, ""];
/** The options of the grant, which checks them itself. */
const GRANT_RULES: Rules = {
  scope: PASSED,
  clientAuthentication: PASSED,
  renewBeforeSeconds: PASSED,
  timeoutMs: PASSED,
  allowInsecureHttp: PASSED,
  clock: PASSED,
};

/**
 * Reads the options of a client from the environment: the address from `…_URL`, the credential from
 * one of `…_TOKEN`, `…_TOKEN_FILE` and, with a grant, `…_CLIENT_ID` with `…_CLIENT_SECRET`; and
 * `KEYWRIGHT_LOG`.
 *
 * @throws ConfigurationError if variables are missing, contradict each other, or are invalid. The
 * message names them and contains no value.
 */
export function readEnvironment({ service, prefix, grant }: EnvironmentContract, options: GrantEnvironmentOptions = {}): ServiceEnvironment {
  checkOptions(`${service}Environment`, options, grant === undefined ? ENVIRONMENT_RULES : { ...ENVIRONMENT_RULES, ...GRANT_RULES }, {
    such: " such as { env }",
  });
  const { env = process.env, logger, ...grantOptions } = options;
  const nameOf = (suffix: string): string => `${prefix}_${suffix}`;
  const read = (suffix: string): string | undefined => env[nameOf(suffix)] || undefined;
  const baseUrl = readAddress(env, nameOf("URL"), service);

  function readCredential(url: string): ServiceEnvironment["token"] {
    const isClient = grant !== undefined && (read("CLIENT_ID") ?? read("CLIENT_SECRET")) !== undefined;
    const ways = [...["TOKEN", "TOKEN_FILE"].filter((suffix) => read(suffix) !== undefined), ...(isClient ? ["CLIENT_ID"] : [])];
    if (ways.length > 1) {
      throw contradicts(...ways.map(nameOf));
    }
    const token = readToken(env, nameOf("TOKEN"));
    if (token !== undefined) return token;
    if (grant !== undefined && isClient) return requestedToken(url, grant);
    const client = grant === undefined ? [] : [`${nameOf("CLIENT_ID")} with ${nameOf("CLIENT_SECRET")}`];
    throw lacks([nameOf("TOKEN"), nameOf("TOKEN_FILE"), ...client], `set one of them to a credential for the ${service} service`);
  }

  function requestedToken(url: string, { tokenUrl, clientCredentials, withNames: named }: NonNullable<EnvironmentContract["grant"]>): TokenProvider {
    for (const [suffix, other] of [
      ["CLIENT_ID", "CLIENT_SECRET"],
      ["CLIENT_SECRET", "CLIENT_ID"],
    ] as const)
      if (read(suffix) === undefined) throw lacks([nameOf(suffix)], `set it to the value that belongs to ${nameOf(other)}`);
    checkBaseUrl(url, grantOptions.allowInsecureHttp, nameOf("URL"));
    const names = { tokenUrl: nameOf("URL"), clientId: nameOf("CLIENT_ID"), clientSecret: nameOf("CLIENT_SECRET") };
    const credential = { clientId: read("CLIENT_ID") ?? "", clientSecret: read("CLIENT_SECRET") ?? "" };
    const endpoint = parseUrl(tokenUrl) !== undefined ? tokenUrl : url + tokenUrl;
    return named(names, () => clientCredentials({ ...grantOptions, ...credential, tokenUrl: endpoint }));
  }

  return { baseUrl, token: readCredential(baseUrl), ...readLog(env, logger) };
}

/** Reads the address of a service. Whether http is allowed is an option of the client. */
export function readAddress(env: Environment, variable: string, service: string): string {
  const address = env[variable];
  if (!address) throw lacks([variable], `set it to the address of the ${service} service`);
  return checkBaseUrl(address, true, variable);
}

/** Reads a token, or the path of its file. */
export function readToken(env: Environment, variable: string): string | TokenProvider | undefined {
  const [token, file] = [env[variable], env[`${variable}_FILE`]];
  if (token) checkToken(token, variable);
  return token || (file ? tokenFile(file) : undefined);
}

/** The option that logs, if `KEYWRIGHT_LOG` is set. */
export function readLog(env: Environment, logger: EnvironmentOptions["logger"]): Pick<ServiceEnvironment, "onEvent"> {
  const level = env["KEYWRIGHT_LOG"] || undefined;
  if (level === undefined) return {};
  const expected = "debug, info or warn";
  if (!isLogLevel(level))
    throw new ConfigurationError("invalid-configuration", `KEYWRIGHT_LOG must be ${expected}; got ${describe(level)}`, { option: "KEYWRIGHT_LOG", expected });
  return { onEvent: logEvents(logger ?? standardError(), { level }) };
}

function standardError(): MessageLogger {
  // `Console` ignores that standard error is closed, which would otherwise end the program.
  const output = new Console(process.stderr);
  const write = (name: string) => (message: string) => output.error(`${new Date(platformClock.wallNow()).toISOString()} ${name} ${message}`);
  return { debug: write("debug"), info: write("info"), warn: write("warn") };
}

/** Creates the error of several variables where one is expected. */
export function contradicts(...names: readonly string[]): ConfigurationError {
  return new ConfigurationError("invalid-configuration", `the environment has ${names.join(" and ")}`, { option: names[0], advice: "keep one of them" });
}

/** Creates the error of missing variables. */
export function lacks(names: readonly string[], advice: string): ConfigurationError {
  return new ConfigurationError("invalid-configuration", `the environment lacks ${names.join(" or ")}`, { option: names[0], advice });
}
