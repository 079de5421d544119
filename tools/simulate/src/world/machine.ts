import { createDisk, type Disk } from "./disk.ts";
import { EPOCH, type Timeline } from "./timeline.ts";

/** A machine: a disk, a clock on the wall, and what runs on it. */
export interface Machine {
  readonly disk: Disk;
  readonly processes: Set<{ kill(reason: string): void }>;
  /** Milliseconds since 1970. */
  wallNow(): number;
  /** By how much its clock is wrong. */
  offsetMs: number;
  /** Whether nothing goes wrong any more. */
  isCalm: boolean;
  /** What the next writes and syncs fail with. */
  readonly diskFaults: string[];
  /** Whether a write or a sync was to fail. */
  hadDiskFaults: boolean;
  /** Told of each file before it is written to. */
  onWrite: ((path: string) => void) | undefined;
}

/** The machines of a world. */
export type Machines = Readonly<Record<"feeds" | "tails" | "writers", Machine>>;

/** Makes a machine with an empty disk. */
export function createMachine(timeline: Timeline): Machine {
  const machine: Machine = {
    disk: createDisk(),
    processes: new Set(),
    offsetMs: 0,
    isCalm: false,
    wallNow: () => EPOCH + timeline.now() + machine.offsetMs,
    diskFaults: [],
    hadDiskFaults: false,
    onWrite: undefined,
  };
  return machine;
}
