import { checkOptions, type Rules } from "../options/check-options.ts";
import { ConfigurationError, describe } from "../errors.ts";
import type { ClientEvent, ObservedCall, ObservedEnd, Observer } from "../client-events.ts";

/** The levels of {@link logEvents}, the most detailed first. */
export const LOG_LEVELS = ["debug", "info", "warn"] as const;

/** A level of {@link logEvents}: `debug` adds attempts and token waits, `warn` omits successes. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A logger whose methods take a message, such as `console`. */
export type MessageLogger = { readonly [Level in LogLevel]: (message: string) => void };

/** A logger that takes an object and a message, such as pino's, known by its method `child`. */
export type ObjectLogger = { readonly [Level in LogLevel]: (properties: object, message: string) => void } & { readonly child: unknown };

/** The options of {@link logEvents}. */
export interface LogOptions {
  /**
   * The lowest level that is logged.
   *
   * @default "info"
   */
  readonly level?: LogLevel | undefined;
}

const RULES: Rules = { level: [isLogLevel, '"debug", "info" or "warn"'] };

/**
 * Returns a function that writes the events of a client to a logger: a line for each call and each
 * retry, with the level `debug` also for each attempt and each wait for a token.
 *
 * Successful calls have the level `info`, retries and failures `warn`. Lines have no body, no query
 * and no credential. Only the lines of attempts have the path, which may contain ids such as an
 * e-mail address.
 *
 * @param logger Has the methods `debug`, `info` and `warn`. If it also has `child`, as pino has,
 * they are called with an object and a message, otherwise with a message. Any other logger, such as
 * winston's, which has `child` too but takes the message first, is passed as an object with three
 * functions that take a message, such as `debug: (message) => logger.debug(message)`.
 * @returns A value for the option `onEvent` of a client.
 * @throws ConfigurationError if the logger lacks a method, or the level is unknown.
 * @example
 * ```ts
 * const onEvent = logEvents(console, { level: "warn" });
 * const vault = createVaultClient({ baseUrl: "https://vault.example.com", token, onEvent });
 * ```
 */
export function logEvents(logger: MessageLogger | ObjectLogger = console, options: LogOptions = {}): Observer {
  if (!isLogger(logger))
    throw new ConfigurationError(
      "invalid-configuration",
      `logEvents needs a logger with the methods debug, info and warn, such as console; got ${describe(logger)}`,
    );
  checkOptions("logEvents", options, RULES, { such: " such as { level }" });
  const least = LOG_LEVELS.indexOf(options.level ?? "info");
  const failures = new WeakMap<ObservedCall, ObservedEnd>();

  return (event) => {
    if (event.type === "attempt") failures.set(event.call, event);
    const line = lineOf(event, failures.get(event.call));
    if (line === undefined || LOG_LEVELS.indexOf(line.level) < least) return;
    const message = `keywright ${event.call.operationId}: ${line.text}`;
    if (isObjectLogger(logger)) logger[line.level](propertiesOf(event), message);
    else logger[line.level](message);
  };
}

/** Whether a value has the methods of a logger. */
export function isLogger(value: unknown): boolean {
  const given: { readonly [method: string]: unknown } = Object(value);
  return LOG_LEVELS.every((level) => typeof given[level] === "function");
}

/** Whether a value is a {@link LogLevel}. */
export function isLogLevel(value: unknown): value is LogLevel {
  return LOG_LEVELS.some((level) => level === value);
}

function isObjectLogger(logger: MessageLogger | ObjectLogger): logger is ObjectLogger {
  return "child" in logger && typeof logger.child === "function";
}

/** The level and the text of an event; `undefined` for one that is not logged. */
function lineOf(event: ClientEvent, failure: ObservedEnd | undefined): { readonly level: LogLevel; readonly text: string } | undefined {
  switch (event.type) {
    case "call": {
      const { attempts, errorCode, stopReason } = event;
      const count = `${attempts} attempt${attempts === 1 ? "" : "s"}`;
      const why = errorCode !== undefined && stopReason !== undefined ? ` (not retried: ${stopReason})` : "";
      return { level: errorCode === undefined ? "info" : "warn", text: `${outcomeOf(event)}, ${timeOf(event)}, ${count}${why}` };
    }
    case "retry":
      return { level: "warn", text: `attempt ${event.attempt} ended with ${outcomeOf(failure)}, retry in ${Math.round(event.delayMs)} ms` };
    case "attempt":
      return { level: "debug", text: `attempt ${event.attempt}, ${event.call.method} ${event.url}: ${outcomeOf(event)}, ${timeOf(event)}` };
    case "token":
      return { level: "debug", text: `${event.renewal ? "new token" : "token"}: ${event.errorCode ?? "available"}, ${timeOf(event)}` };
    default:
      return undefined;
  }
}

/** A call that ends without status and code was aborted by its caller. */
function outcomeOf({ status, errorCode }: Partial<ObservedEnd> = {}): string {
  return [errorCode, status].filter((part) => part !== undefined).join(" ") || "aborted";
}

function timeOf({ durationMs }: { readonly durationMs: number }): string {
  return `${Math.round(durationMs)} ms`;
}

/** The properties of an event and of its call, in one object. */
function propertiesOf({ type, call: { id: callId, ...call }, ...event }: ClientEvent): object {
  return { event: type, callId, ...call, ...event };
}
