import { UsageError } from "@keywright/cli-kit";
import { isKeywrightError } from "@keywright/core";
import { type FileOptions, leadsTo, openOutput, type Output, SUBJECTS } from "./output-file.ts";
import type { LineOutput } from "./line-output.ts";

/**
 * Returns an output that appends to a file, and creates it if missing. Each write is synced, and
 * fails if the file was removed meanwhile.
 * If the file was renamed or replaced, the next write opens the path again.
 *
 * From `open` to `close`, a lock file excludes other processes. `open` throws a UsageError for a
 * device, a pipe, or an incomplete last line of another program.
 *
 * @param options The option that names the file, for messages; the mode of a new file.
 */
export function fileOutput(path: string, options: FileOptions = {}): LineOutput {
  const subject = `${SUBJECTS[options.option ?? "--output"]} ${path}`;
  let output: Promise<Output> | undefined;
  // Streams can share the file, so writes run one after the other.
  let last: Promise<unknown> = Promise.resolve();
  let closing: Promise<unknown> | undefined;
  let holders = 0;

  /** Runs work in turn. After a failure, all fails: the file can end in the middle of a line. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(() => naming(subject, work));
    last = done;
    done.catch(() => {});
    return done;
  }

  return {
    async open() {
      holders += 1;
      try {
        output ??= naming(subject, async () => {
          await closing;
          return openOutput(path, options);
        });
        await output;
      } catch (error) {
        holders -= 1;
        output = undefined;
        throw error;
      }
    },
    write(text) {
      const opening = output;
      return inTurn(async () => {
        const opened = await opening;
        if (opened === undefined) throw new Error("it is not open");
        // After a rotation, the renamed file may be removed.
        if (!(await leadsTo(path, opened.file))) await openAnew(opened, path, options);
        await append(opened, text);
      });
    },
    reopen() {
      const opening = output;
      return inTurn(async () => {
        // The caller of `open` handles its error.
        const opened = await opening?.catch(() => undefined);
        if (opened === undefined) return false;
        await openAnew(opened, path, options);
        return true;
      });
    },
    async close() {
      holders -= 1;
      if (holders > 0) return;
      const done = giveFree(output, last);
      [output, last, closing] = [undefined, Promise.resolve(), done.catch(() => {})];
      await done;
    },
  };
}

/** Opens the path again, in place of the file that was open. */
async function openAnew(opened: Output, path: string, options: FileOptions): Promise<void> {
  const { file, lock } = opened;
  Object.assign(opened, await openOutput(path, options, lock));
  await file.close();
  if (opened.lock !== lock) await lock.release();
}

async function append({ file }: Output, text: string): Promise<void> {
  await file.appendFile(text);
  await file.datasync();
  // A file without a name is gone when it is closed.
  if ((await file.stat()).nlink === 0) throw new Error("it was removed during a write. Start again: the last page is written again");
}

/** Closes the file and releases the lock after the last write, which can end after the feed. */
async function giveFree(output: Promise<Output> | undefined, last: Promise<unknown>): Promise<void> {
  await last.catch(() => {});
  const opened = await output;
  try {
    await opened?.file.close();
  } finally {
    await opened?.lock.release();
  }
}

/** Adds the file to platform errors, which do not always name it. */
async function naming<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof UsageError || isKeywrightError(cause)) throw cause;
    throw new Error(`${subject} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
