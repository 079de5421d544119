// Generated from specs/events/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { type EnvironmentOptions, readEnvironment, type ServiceEnvironment } from "@keywright/core/node";

export type { EnvironmentOptions, ServiceEnvironment };

/**
 * Returns the options of a client for the events service from environment variables: the address from `KEYWRIGHT_EVENTS_URL`, and the credential from
 * `KEYWRIGHT_EVENTS_TOKEN` or `KEYWRIGHT_EVENTS_TOKEN_FILE` (a file; it is read again when it changes).
 *
 * If `KEYWRIGHT_LOG` is `debug`, `info` or `warn`, the client logs to standard error. An empty variable is the same as an absent one.
 *
 * @returns Options for `createEventsClient`. Add others with `{ ...eventsEnvironment(), timeoutMs: 5000 }`.
 * @throws ConfigurationError if variables are missing, contradictory or invalid. The message has their names and no values.
 * @example
 * ```ts
 * const events = createEventsClient(eventsEnvironment());
 * ```
 */
export function eventsEnvironment(options?: EnvironmentOptions): ServiceEnvironment {
  return readEnvironment({ service: "events", prefix: "KEYWRIGHT_EVENTS" }, options);
}
