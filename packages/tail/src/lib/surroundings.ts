import type { ClientOptions, Clock } from "@keywright/core";
import type { Environment } from "@keywright/core/node";
import type { Screen } from "./log.ts";
import type { Writable } from "./sink.ts";

/** What the command needs of its process. */
export interface Surroundings {
  readonly env: Environment;
  readonly stdout: Writable;
  readonly stderr: Screen;
  /** Asks to stop. */
  readonly signal: AbortSignal;
  /** Sets what a SIGHUP does from now on, in place of asking to stop. @default SIGHUP asks to stop */
  readonly onHangup?: (listener: () => void) => void;
  /** Sends the requests in place of the command's own connections, for tests: `--proxy` and `--ca` have no effect then. */
  readonly fetch?: NonNullable<ClientOptions["fetch"]>;
  /** Time and chance, for tests. @default the platform's */
  readonly clock?: Clock;
}
