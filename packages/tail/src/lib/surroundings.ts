import type { ClientOptions, Clock } from "@keywright/core";
import type { Environment } from "@keywright/core/node";
import type { Screen } from "./log.ts";
import type { Writable } from "./sink.ts";

/** The process of the command. */
export interface Surroundings {
  readonly env: Environment;
  readonly stdout: Writable;
  readonly stderr: Screen;
  /** Aborts when the command must stop. */
  readonly signal: AbortSignal;
  /** Sets a listener for SIGHUP. @default SIGHUP stops the command */
  readonly onHangup?: (listener: () => void) => void;
  /** Sends the requests, for tests. Then `--proxy` has no effect, and `--ca` none on them. */
  readonly fetch?: NonNullable<ClientOptions["fetch"]>;
  /** Time and randomness, for tests. @default the platform's */
  readonly clock?: Clock;
}
