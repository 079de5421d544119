import { createDisk } from "./disk.ts";
import { EPOCH, type Timeline } from "./timeline.ts";

/** A machine: a disk, a clock on the wall, and what runs on it. */
export type Machine = ReturnType<typeof createMachine>;

/** The machines of a world. */
export type Machines = Readonly<Record<"feeds" | "tails" | "writers", Machine>>;

/** Makes a machine with an empty disk. */
export function createMachine(timeline: Timeline) {
  const machine = {
    disk: createDisk(),
    processes: new Set<{ kill(reason: string): void }>(),
    /** By how much its clock is wrong. */
    offsetMs: 0,
    /** Milliseconds since 1970. */
    wallNow: (): number => EPOCH + timeline.now() + machine.offsetMs,
    /** Whether nothing goes wrong any more. */
    isCalm: false,
    /** What the next writes and syncs fail with. */
    diskFaults: [] as string[],
    /** Whether a write or a sync was to fail. */
    hadDiskFaults: false,
    /** Told of each file before it is written to. */
    onWrite: undefined as ((path: string) => void) | undefined,
  };
  return machine;
}
