import { createDisk } from "./disk.ts";
import type { Context } from "./context.ts";
import { EPOCH } from "./timeline.ts";

/** A machine: a disk, a wall clock, and its processes. */
export type Machine = ReturnType<typeof createMachine>;

/** Creates a machine with an empty disk. */
export function createMachine({ plan, timeline }: Context) {
  const machine = {
    disk: createDisk(),
    processes: new Set<{ kill(reason: string): void }>(),
    /** The error of its clock. */
    offsetMs: 0,
    /** Returns the milliseconds since 1970. */
    wallNow: (): number => EPOCH + timeline.now() + machine.offsetMs,
    /** Whether nothing goes wrong any more. */
    isCalm: () => timeline.now() > plan.roughMs,
    /** Error codes of the next writes and syncs. */
    diskFaults: [] as string[],
    /** Whether a fault of the disk was planned. */
    hadDiskFaults: false,
    /** Called with the path of each file before a write. */
    onWrite: undefined as ((path: string) => void) | undefined,
  };
  return machine;
}
