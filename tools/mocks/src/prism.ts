import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import { serviceOf } from "./clients.ts";

/** A server on this machine. */
export interface RunningMock {
  /** Its address, such as `http://127.0.0.1:49152`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Gets each line of Prism's log of requests. */
export type Log = (line: string) => void;

/** Starts Prism alone on a service's contract, without what the mocks have in front of it. */
export function startPrismOf(service: string): Promise<RunningMock> {
  return startPrism(serviceOf(service).documentPath);
}

/**
 * Starts Prism in front of a server that is to keep a service's contract: a header of the response, `sl-violations`, names what of request or response breaks it.
 *
 * @param upstream The address of that server.
 */
export function startProxy(service: string, upstream: string): Promise<RunningMock> {
  return listen(serviceOf(service).documentPath, { isProxy: true, upstream: new URL(upstream), upstreamProxy: undefined });
}

/** Starts Prism on a contract in this process: three of them are up in a second. */
export function startPrism(documentPath: string, log?: Log): Promise<RunningMock> {
  return listen(documentPath, { isProxy: false, upstreamProxy: undefined }, log);
}

type Direction =
  | { readonly isProxy: false; readonly upstreamProxy: undefined }
  | { readonly isProxy: true; readonly upstream: URL; readonly upstreamProxy: undefined };

async function listen(documentPath: string, direction: Direction, log?: Log): Promise<RunningMock> {
  const destination = { write: (entry: string) => log?.(lineOf(JSON.parse(entry) as LogEntry)) };
  const logger = createLogger(
    "HTTP SERVER",
    { level: log === undefined ? "silent" : "info", formatters: { level: (level: string) => ({ level }) } },
    destination,
  );
  const server = createServer(await getHttpOperationsFromSpec(documentPath), {
    cors: true,
    components: { logger },
    config: { mock: { dynamic: false }, validateRequest: true, validateResponse: true, checkSecurity: true, errors: false, ...direction },
  });
  return { url: await server.listen(0, "127.0.0.1"), close: () => server.close() };
}

interface LogEntry {
  readonly name: string;
  readonly level: string;
  readonly msg: string;
  readonly input?: { readonly method: string; readonly url: { readonly path: string } };
}

function lineOf({ name, level, msg, input }: LogEntry): string {
  return [`[${name}]`, ...(input === undefined ? [] : [input.method, input.url.path]), `${level}:`, msg].join(" ");
}
