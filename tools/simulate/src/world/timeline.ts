/** The time when the world begins. */
export const EPOCH = Date.parse("2026-10-20T08:00:00Z");

/** A function that runs at a time, unless it is canceled. */
export interface Appointment {
  readonly at: number;
  run: (() => void) | undefined;
}

/** The time of the world, in milliseconds. It does not pass while programs run. */
export type Timeline = ReturnType<typeof createTimeline>;

/** Runs everything that can run without time passing. Node calls a tick when no promise has work left. */
const settle = (): Promise<void> => new Promise((resolve) => void process.nextTick(resolve));
/** Runs a turn of the event loop, in which Node reports unhandled rejections, for example. */
const breathe = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
/** Number of appointments between two turns of the event loop. */
const BREATH = 64;

/** Creates a timeline that begins at 0 and stops when it is over. */
export function createTimeline(isOver: (count: number) => boolean) {
  /** Appointments, the next one last. */
  const queue: Appointment[] = [];
  let time = 0;
  let count = 0;

  function after(delayMs: number, run: () => void): Appointment {
    const entry: Appointment = { at: time + Math.max(0, delayMs), run };
    // Appointments at the same time run in the order in which they were made.
    const place = queue.findIndex(({ at }) => at <= entry.at);
    queue.splice(place < 0 ? queue.length : place, 0, entry);
    return entry;
  }

  return {
    now: (): number => time,
    after,
    /** Waits. */
    pass: (ms: number): Promise<void> => new Promise((resolve) => void after(ms, resolve)),
    /** Runs appointments in their order until a time. */
    async until(end: number): Promise<void> {
      await breathe();
      for (;;) {
        count += 1;
        if (isOver(count)) return;
        const first = queue.at(-1);
        if (first === undefined || first.at > end) break;
        queue.pop();
        if (first.run === undefined) continue;
        time = first.at;
        first.run();
        await (count % BREATH === 0 ? breathe() : settle());
      }
      time = end;
    },
  };
}
