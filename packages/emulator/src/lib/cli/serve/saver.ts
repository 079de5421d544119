import type { Clock } from "../../core/time/clock.ts";

const INTERVAL_MS = 1000;

/** Saves a state after changes, at most once a second. */
export interface Saver {
  /** The state may have changed. */
  changed(): void;
  /** Saves the last changes. @throws The error of the write. */
  close(): Promise<void>;
}

/**
 * Creates a saver.
 *
 * @param write Writes the current state. Two writes never overlap.
 * @param failed Called if a write fails before the end. The next change tries again.
 */
export function createSaver(write: () => Promise<void>, failed: (error: Error) => void, clock: Clock): Saver {
  let timer: unknown;
  let isChanged = false;
  let last = Promise.resolve();
  const save = async (): Promise<void> => {
    if (!isChanged) return;
    isChanged = false;
    try {
      await write();
    } catch (error) {
      isChanged = true;
      throw error;
    }
  };
  return {
    changed() {
      isChanged = true;
      timer ??= clock.after(INTERVAL_MS, () => {
        timer = undefined;
        last = last.then(save).catch(failed);
      });
    },
    async close() {
      clock.clear(timer);
      await last;
      await save();
    },
  };
}
