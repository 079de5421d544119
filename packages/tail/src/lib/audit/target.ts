import type { Clock } from "@keywright/core";
import type { Checkpoint } from "@keywright/core/feeds";
import type { Environment } from "@keywright/core/node";
import type { Sender } from "../connections/sender.ts";
import type { Job } from "../settings/settings.ts";
import type { Find } from "./compare.ts";

/** A target that an audit reads. */
export interface Target {
  /** Returns the checkpoint of a feed that the target stores next to the events. */
  peek?(name: string): Promise<Checkpoint | undefined>;
  /** Reads what is stored from now on. Called after the service was read. */
  read(): Promise<Find>;
  close(): Promise<void>;
}

/** What targets need of the command. */
export interface TargetContext {
  readonly env: Environment;
  readonly clock: Clock;
  readonly sender: Sender;
  readonly signal: AbortSignal;
  /** A folder for what does not fit into memory. */
  readonly folder: string;
  /** The paths of the files that all jobs write. */
  readonly outputs: readonly string[];
  /** Reports something in the target that is not an event. */
  warn(message: string): void;
}

/** Opens a target. */
export type OpenTarget<Address> = (job: Job, address: Address, context: TargetContext) => Promise<Target>;
