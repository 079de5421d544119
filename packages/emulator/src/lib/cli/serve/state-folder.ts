import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { takeSnapshot } from "../../control/snapshot.ts";
import { type SettableClock, systemClock } from "../../core/time/clock.ts";
import type { Services } from "../../core/emulated.ts";
import { isObject } from "../../core/values/json.ts";
import { readSeedFile, SeedError, type SeedFile } from "../input/seed-file.ts";

/** A folder that keeps the state between runs. No other process can use it at the same time. */
export interface StateFolder {
  /** The state of the last run; `undefined` in the first one. */
  readonly seed: SeedFile | undefined;
  /** Replaces the state atomically, even if the process is killed. @throws SeedError on failure. */
  write(services: Services, clock: SettableClock): Promise<void>;
  /** Lets other processes use the folder. */
  release(): Promise<void>;
}

const FILE = "state.json";

/**
 * Opens such a folder, which is created if it is missing.
 *
 * @throws SeedError if another process uses it or it cannot be read. Its files do not change.
 */
export async function openStateFolder(folder: string): Promise<StateFolder> {
  // Only loaded for this option, so that other starts are not slower.
  // oxlint-disable-next-line no-restricted-imports -- clients are not checked for files and locks
  const { lockFile, writeFileAtomic } = await import("@keywright/core/node");
  const path = join(folder, FILE);
  const lock = await lockFile(path, "state").catch((error: unknown) => {
    const isHeld = isObject(error) && error["code"] === "checkpoint-owned";
    throw new SeedError(isHeld ? `${folder}: another process uses the state; stop it, or use another folder` : `${folder}: ${String(error)}`);
  });
  try {
    await removeTemporaryFiles(folder);
    const names = await readdir(folder);
    return {
      seed: names.includes(FILE) ? await readState(path) : undefined,
      async write(services, clock) {
        const { time, ...parts } = takeSnapshot(services, clock);
        const text = `${JSON.stringify(isMoved(clock) ? { time, ...parts } : parts)}\n`;
        await writeFileAtomic(path, text).catch((error: unknown) => {
          throw new SeedError(`${path}: the state was not saved (${String(Object(error).code ?? error)})`);
        });
      },
      release: () => lock.release(),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function readState(path: string): Promise<SeedFile> {
  try {
    return await readSeedFile(path);
  } catch (error) {
    if (error instanceof SeedError) error.message += "\nThe file was not changed: repair it, or move it away to start anew.";
    throw error;
  }
}

/** Removes what killed processes left. */
async function removeTemporaryFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.startsWith(`.${FILE}.`) && name.endsWith(".tmp")) await rm(join(folder, name), { force: true });
}

/** Returns whether a clock differs from the system's, so that the next run needs its time. */
function isMoved(clock: SettableClock): boolean {
  return Math.abs(clock.wallNow() - systemClock().wallNow()) > 1000;
}
