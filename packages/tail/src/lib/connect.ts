import type { ClientOptions, MessageLogger } from "@keywright/core";
import type { Environment } from "@keywright/core/node";
import { eventsEnvironment } from "@keywright/events/node";
import { managementEnvironment } from "@keywright/management/node";
import { operations } from "@keywright/management/operations";
import type { Entry, Log } from "./report/log.ts";
import type { Sender } from "./connections/sender.ts";
import type { Settings } from "./settings/settings.ts";
import { type Connection, type ServiceName, serviceOf, type StreamName } from "./events/streams.ts";
import type { CommandContext } from "./settings/command-context.ts";

/** The connections of the services that the jobs use. */
export interface Connections {
  /** Absent if no job reads from the events service. */
  readonly events: Connection | undefined;
  of(stream: StreamName): Connection;
}

/** Returns the connection of each service that the jobs use. */
export function connect(
  { jobs, quiet, maxPageBytes: maxResponseBytes }: Settings,
  { fetch, transport }: Sender,
  { env, clock }: CommandContext,
  log: Log,
): Connections {
  const sending = transport === undefined ? { fetch } : { fetch: undefined, transport };
  const services = new Set(jobs.map(({ stream }) => serviceOf(stream)));
  const logger = requestLogger(log, quiet);
  const connections = new Map(
    [...services].map((service) => [service, { ...readConnection(service, env, logger, fetch), ...sending, clock, maxResponseBytes }]),
  );
  return {
    events: connections.get("events"),
    of(stream) {
      const connection = connections.get(serviceOf(stream));
      if (connection === undefined) throw new Error(`defect of keywright-tail: there is no connection for ${stream}`);
      return connection;
    },
  };
}

/** Returns a logger of requests in the format of the command's log, as `KEYWRIGHT_LOG` selects. */
function requestLogger(log: Log, quiet: boolean): MessageLogger {
  const write = (level: Entry["level"]) => (message: string) => {
    if (!quiet) log.write({ level, event: "request", message });
  };
  return { debug: write("debug"), info: write("info"), warn: write("warn") };
}

/**
 * Returns a service's address and credentials from variables such as `KEYWRIGHT_EVENTS_URL`.
 *
 * @param logger Logs the requests, if `KEYWRIGHT_LOG` is set.
 * @throws ConfigurationError with the names, not values, of missing or invalid variables.
 */
export function readConnection(service: ServiceName, env: Environment, logger: MessageLogger, fetch?: NonNullable<ClientOptions["fetch"]>): Connection {
  const options = { env, fetch, logger };
  const connection = service === "events" ? eventsEnvironment(options) : managementEnvironment({ ...options, scope: operations.listAuditLogs.security.scopes });
  return { ...connection, ...(fetch === undefined ? {} : { fetch }) };
}
