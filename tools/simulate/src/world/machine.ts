import { createDisk } from "./disk.ts";
import { type Context, EPOCH } from "./context.ts";
import type { MachineName } from "./plan.ts";

/** A machine: a disk, a wall clock, and its processes. */
export type Machine = ReturnType<typeof createMachine>;

/** Creates a machine with an empty disk. */
export function createMachine({ plan, timeline, random, faults }: Context, name: MachineName) {
  const machine = {
    name,
    disk: createDisk(),
    processes: new Set<{ readonly pid: number; readonly startedAt: number; kill(reason: string): void }>(),
    /** How often it has started. */
    boots: 1,
    /** The error of its clock. */
    offsetMs: 0,
    /** Returns the milliseconds since 1970. */
    wallNow: (): number => EPOCH + timeline.now() + machine.offsetMs,
    /** Whether nothing goes wrong any more. */
    isCalm: () => timeline.now() > plan.roughMs,
    /** Whether a write or sync has failed. */
    hadDiskFaults: false,
    /** Returns the error code of the next write or sync; `undefined` if it succeeds. */
    takeDiskFault(): string | undefined {
      const code = faults[name].shift();
      machine.hadDiskFaults ||= code !== undefined;
      return code;
    },
    cutPower(): void {
      for (const own of machine.processes) own.kill("by the power cut");
      machine.boots += 1;
      machine.disk.powerCut(random.fork(`power ${timeline.now()}`));
    },
    /** Called with the path of each file before a write. */
    onWrite: undefined as ((path: string) => void) | undefined,
  };
  return machine;
}
