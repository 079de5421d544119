import type { MessageLogger } from "@keywright/core";
import { readConnection } from "./credentials.ts";
import type { Entry, Log } from "./log.ts";
import type { Sender } from "./sender.ts";
import type { Settings } from "./settings.ts";
import { type Connection, serviceOf, type StreamName } from "./streams.ts";
import type { Surroundings } from "./surroundings.ts";

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
  { env, clock }: Surroundings,
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

/** Returns a logger that writes requests to the command's log in its format, as `KEYWRIGHT_LOG` selects. */
function requestLogger(log: Log, quiet: boolean): MessageLogger {
  const write = (level: Entry["level"]) => (message: string) => {
    if (!quiet) log.say({ level, event: "request", message });
  };
  return { debug: write("debug"), info: write("info"), warn: write("warn") };
}
