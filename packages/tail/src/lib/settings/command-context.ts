import type { ClientOptions, Clock } from "@keywright/core";
import type { Environment } from "@keywright/core/node";

/** The process that the command runs in. */
export interface CommandContext {
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

/** Where the log goes: standard error. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(text: string): unknown;
}

/** A stream that calls back when a text is written, as in `node:stream`. */
export interface Writable {
  readonly isTTY?: boolean | undefined;
  write(text: string, written: (error?: Error | null) => void): unknown;
}
