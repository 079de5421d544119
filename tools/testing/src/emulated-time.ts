/** The time that a test moves, as clients take it. */
interface TestClock {
  wallNow(): number;
  after(delayMs: number, callback: () => void): unknown;
  clear(timer: unknown): void;
}

/** Puts an emulator on the clock of a test, so that it, its tokens and the clients that call it share one time: only the test moves it. */
export function emulatedTime(clock: TestClock) {
  return {
    now: () => new Date(clock.wallNow()),
    sleep: (delayMs: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const timer = delayMs === Infinity ? undefined : clock.after(delayMs, resolve);
        signal?.addEventListener("abort", () => {
          clock.clear(timer);
          reject(signal.reason);
        });
      }),
    advance: () => {},
    set: () => {},
  };
}
