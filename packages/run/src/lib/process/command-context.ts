import type { Writable } from "node:stream";
import type { Clock } from "@keywright/core";
import type { Signals } from "./signals.ts";

/** The process of the command. */
export interface CommandContext {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly signals: Signals;
  /** Time, for tests. @default the platform's */
  readonly clock?: Clock;
}
