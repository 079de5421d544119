// Generated from specs/events/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { type EnvironmentOptions, readEnvironment, type ServiceEnvironment } from "@keywright/core/node";

export type { EnvironmentOptions, ServiceEnvironment };

/**
 * Reads the options of a client of the events service from the environment: the address from `KEYWRIGHT_EVENTS_URL`, and the credential from one of
 * `KEYWRIGHT_EVENTS_TOKEN` and `KEYWRIGHT_EVENTS_TOKEN_FILE` (a file that is read again when it changes).
 *
 * If `KEYWRIGHT_LOG` is `debug`, `info` or `warn`, the client logs to standard error. An empty variable counts as absent.
 *
 * @returns What `createEventsClient` takes. Add other options beside: `{ ...eventsEnvironment(), timeoutMs: 5000 }`.
 * @throws ConfigurationError if variables are missing, contradict each other, or are invalid. The message names them and contains no value.
 * @example
 * ```ts
 * const events = createEventsClient(eventsEnvironment());
 * ```
 */
export function eventsEnvironment(options?: EnvironmentOptions): ServiceEnvironment {
  return readEnvironment({ service: "events", prefix: "KEYWRIGHT_EVENTS" }, options);
}
