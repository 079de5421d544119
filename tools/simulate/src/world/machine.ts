import type { Disk } from "./disk.ts";

/** What runs on a machine. */
export interface Resident {
  readonly name: string;
  kill(reason: string): void;
}

/** A machine: a disk, a clock on the wall, and what runs on it. */
export interface Machine {
  readonly name: string;
  readonly disk: Disk;
  readonly processes: Set<Resident>;
  /** Milliseconds since 1970. */
  wallNow(): number;
  /** By how much its clock is wrong. */
  offsetMs: number;
  /** Whether nothing goes wrong any more. */
  isCalm: boolean;
  /** What the next writes and syncs fail with. */
  readonly diskFaults: string[];
  /** Told of each file before it is written to. */
  onWrite: ((path: string) => void) | undefined;
}
