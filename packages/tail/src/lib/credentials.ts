import type { ClientOptions } from "@keywright/core";
import { tokenFile } from "@keywright/core/node";
import { clientCredentials } from "@keywright/core/oauth";
import { operations } from "@keywright/management/operations";
import type { Connection, ServiceName } from "./streams.ts";
import { UsageError } from "./usage-error.ts";

/** The environment of a program. */
export type Environment = { readonly [name: string]: string | undefined };

/**
 * Reads a service's address and credential from the environment, such as `EVENTS_BASE_URL` and one of `EVENTS_TOKEN`, `EVENTS_TOKEN_FILE`.
 *
 * @throws UsageError naming the variables that are missing or too many. No value is repeated.
 */
export function readConnection(service: ServiceName, env: Environment, fetch?: NonNullable<ClientOptions["fetch"]>): Connection {
  const prefix = service.toUpperCase();
  const read = (name: string): string | undefined => env[`${prefix}_${name}`] || undefined;
  const baseUrl = read("BASE_URL") ?? missing(`${prefix}_BASE_URL`, `the address of the ${service} service`);
  return { baseUrl, token: readToken(service, baseUrl, read, fetch), ...(fetch === undefined ? {} : { fetch }) };
}

function readToken(
  service: ServiceName,
  baseUrl: string,
  read: (name: string) => string | undefined,
  fetch: NonNullable<ClientOptions["fetch"]> | undefined,
): Connection["token"] {
  const prefix = service.toUpperCase();
  const ways = [...(service === "management" ? ["CLIENT_ID"] : []), "TOKEN_FILE", "TOKEN"].filter((name) => read(name) !== undefined);
  const [way, another] = ways;
  if (another !== undefined)
    throw new UsageError(`the environment has ${ways.map((name) => `${prefix}_${name}`).join(" and ")}: give one way to the token, not several`);
  switch (way) {
    case "TOKEN":
      return read("TOKEN") as string;
    case "TOKEN_FILE":
      return tokenFile(read("TOKEN_FILE") as string);
    case "CLIENT_ID":
      return clientCredentials({
        tokenUrl: `${baseUrl.replace(/\/+$/, "")}${operations.issueToken.path}`,
        clientId: read("CLIENT_ID") as string,
        clientSecret: read("CLIENT_SECRET") ?? missing(`${prefix}_CLIENT_SECRET`, `the secret that belongs to ${prefix}_CLIENT_ID`),
        scope: operations.listAuditLogs.security.scopes,
        ...(fetch === undefined ? {} : { fetch }),
      });
    default:
      return missing(
        service === "management"
          ? `${prefix}_TOKEN, ${prefix}_TOKEN_FILE, or ${prefix}_CLIENT_ID with ${prefix}_CLIENT_SECRET`
          : `${prefix}_TOKEN or ${prefix}_TOKEN_FILE`,
        `the credential for the ${service} service`,
      );
  }
}

function missing(what: string, meaning: string): never {
  throw new UsageError(`the environment lacks ${what}: ${meaning}`);
}
