/** Something that happens at a time, unless it is called off. */
export interface Appointment {
  readonly at: number;
  readonly order: number;
  run: (() => void) | undefined;
}

/** The time of the world, in milliseconds: it stands still while programs run. */
export interface Timeline {
  now(): number;
  after(delayMs: number, run: () => void): Appointment;
  /** Lets things happen in their order until a time. */
  until(end: number): Promise<void>;
}

/** Lets everything run that can run without the time going on. Node calls a tick once no promise has anything left to do. */
const settle = (): Promise<void> => new Promise((resolve) => void process.nextTick(resolve));
/** Lets Node look at its own things, such as rejections that nobody handles. */
const breathe = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
/** After how many things that happen Node breathes. */
const BREATH = 64;

/** Makes a timeline that begins at 0, and stands still once it is over. */
export function createTimeline(isOver: (count: number) => boolean): Timeline {
  const heap: Appointment[] = [];
  let time = 0;
  let order = 0;
  let count = 0;

  const isBefore = (a: Appointment, b: Appointment): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

  function push(entry: Appointment): void {
    let place = heap.push(entry) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(entry, parent)) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = entry;
  }

  function pop(): Appointment | undefined {
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      const [left, right] = [heap[below], heap[below + 1]];
      if (left === undefined) break;
      if (right !== undefined && isBefore(right, left)) below += 1;
      const least = heap[below];
      if (least === undefined || !isBefore(least, last)) break;
      heap[place] = least;
      place = below;
    }
    heap[place] = last;
    return first;
  }

  return {
    now: () => time,
    after(delayMs, run) {
      const entry = { at: time + Math.max(0, delayMs), order: (order += 1), run };
      push(entry);
      return entry;
    },
    async until(end) {
      await breathe();
      for (;;) {
        count += 1;
        if (isOver(count)) return;
        const [first] = heap;
        if (first === undefined || first.at > end) break;
        pop();
        if (first.run === undefined) continue;
        time = first.at;
        first.run();
        await (count % BREATH === 0 ? breathe() : settle());
      }
      time = end;
    },
  };
}
