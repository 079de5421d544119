import type { Clock } from "@keywright/core";

/** A clock that knows what it has been asked for. */
export interface CountingClock extends Clock {
  /** How many timers run. */
  readonly pending: number;
}

/** How a quick clock differs. */
export interface QuickClockOptions {
  /** Is waited for before each wait between two attempts ends, so that the server can change meanwhile. */
  readonly beforeWake?: () => Promise<void>;
  /** The chance in the waits, from 0 (no wait) to 1 (the longest). @default 0 */
  readonly chance?: number;
}

/** The platform's time without chance: every wait between two attempts is as short as the rule allows, none unless the service asks for one. */
export function createQuickClock({ beforeWake, chance = 0 }: QuickClockOptions = {}): CountingClock {
  const running = new Set<unknown>();
  return {
    get pending() {
      return running.size;
    },
    now: () => performance.now(),
    wallNow: () => Date.now(),
    random: () => chance,
    after(delayMs, callback) {
      const fire = (): void => {
        if (running.delete(timer)) callback();
      };
      // Only a wait between two attempts can be of no time at all: deadlines are not.
      const timer = setTimeout(() => (delayMs === 0 && beforeWake !== undefined ? void beforeWake().then(fire, fire) : fire()), delayMs);
      running.add(timer);
      return timer;
    },
    clear(timer) {
      running.delete(timer);
      clearTimeout(timer as NodeJS.Timeout);
    },
  };
}

/** A clock whose time stands still unless it is moved. */
export interface FakeClock extends CountingClock {
  /** Moves on by a time, or to the next timer when left out, and calls what has become due. */
  advance(byMs?: number): void;
}

/** Makes a {@link FakeClock}. */
export function createFakeClock({ wallNowMs = Date.UTC(2026, 0, 1), chance = 0 }: { readonly wallNowMs?: number; readonly chance?: number } = {}): FakeClock {
  const timers = new Map<symbol, { readonly at: number; readonly callback: () => void }>();
  let nowMs = 0;
  return {
    get pending() {
      return timers.size;
    },
    now: () => nowMs,
    wallNow: () => wallNowMs + nowMs,
    random: () => chance,
    after(delayMs, callback) {
      const timer = Symbol("timer");
      timers.set(timer, { at: nowMs + delayMs, callback });
      return timer;
    },
    clear: (timer) => void timers.delete(timer as symbol),
    advance(byMs) {
      const next = Math.min(...[...timers.values()].map(({ at }) => at));
      const until = byMs === undefined ? next : nowMs + byMs;
      if (!Number.isFinite(until)) return;
      nowMs = until;
      const due = [...timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at);
      for (const [timer, { callback }] of due) if (timers.delete(timer)) callback();
    },
  };
}
