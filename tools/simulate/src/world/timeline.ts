/** When the world begins. */
export const EPOCH = Date.parse("2026-10-20T08:00:00Z");

/** Something that happens at a time, unless it is called off. */
export interface Appointment {
  readonly at: number;
  run: (() => void) | undefined;
}

/** The time of the world, in milliseconds: it stands still while programs run. */
export type Timeline = ReturnType<typeof createTimeline>;

/** Lets everything run that can run without the time going on. Node calls a tick once no promise has anything left to do. */
const settle = (): Promise<void> => new Promise((resolve) => void process.nextTick(resolve));
/** Lets Node look at its own things, such as rejections that nobody handles. */
const breathe = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
/** After how many things that happen Node breathes. */
const BREATH = 64;

/** Makes a timeline that begins at 0, and stands still once it is over. */
export function createTimeline(isOver: (count: number) => boolean) {
  /** The next at the end. */
  const queue: Appointment[] = [];
  let time = 0;
  let count = 0;

  return {
    now: (): number => time,
    after(delayMs: number, run: () => void): Appointment {
      const entry: Appointment = { at: time + Math.max(0, delayMs), run };
      // What is to happen at the same time comes in the order in which it was decided.
      let [place, end] = [0, queue.length];
      while (place < end) {
        const middle = (place + end) >> 1;
        if ((queue[middle] as Appointment).at > entry.at) place = middle + 1;
        else end = middle;
      }
      queue.splice(place, 0, entry);
      return entry;
    },
    /** Lets things happen in their order until a time. */
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
