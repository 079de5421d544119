import type { ClientOptions, MessageLogger } from "@keywright/core";
import type { Environment } from "@keywright/core/node";
import { eventsEnvironment } from "@keywright/events/node";
import { managementEnvironment } from "@keywright/management/node";
import { operations } from "@keywright/management/operations";
import type { Connection, ServiceName } from "./streams.ts";

/**
 * Returns a service's address and credentials from the environment, such as `KEYWRIGHT_EVENTS_URL` and `KEYWRIGHT_EVENTS_TOKEN`.
 *
 * @param logger Logs the requests, if `KEYWRIGHT_LOG` is set.
 * @throws ConfigurationError that names missing, conflicting or invalid variables. It contains no values.
 */
export function readConnection(service: ServiceName, env: Environment, logger: MessageLogger, fetch?: NonNullable<ClientOptions["fetch"]>): Connection {
  const options = { env, fetch, logger };
  const connection = service === "events" ? eventsEnvironment(options) : managementEnvironment({ ...options, scope: operations.listAuditLogs.security.scopes });
  return { ...connection, ...(fetch === undefined ? {} : { fetch }) };
}
