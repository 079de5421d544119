import { isKeywrightError } from "@keywright/core";
import { type FileOptions, leadsTo, openOutput, type Output, SUBJECTS } from "./output-file.ts";
import type { Sink } from "./sink.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Lines to the end of a file, which is made where it is missing. Each piece is synced before it counts. A piece counts if its file still has a name then; if that is another name, or the path leads to
 * another file, the next piece goes to the file that the path leads to by then.
 *
 * It is this process's alone from `open` to `close`, by a lock beside it: another one would write into the middle of a piece, and cut off what is not yet whole. Opening it throws a UsageError
 * where the path leads to a device or a pipe, or to a file that ends in a torn line of another program.
 *
 * @param options The option that names the file, for messages; the mode of a file that is made, by default 0600.
 */
export function fileSink(path: string, { option = "--output", mode }: FileOptions = {}): Sink {
  const subject = `${SUBJECTS[option]} ${path}`;
  let output: Promise<Output> | undefined;
  // Several streams may share the file: a piece is written whole before the next one.
  let last: Promise<unknown> | undefined;
  let closing: Promise<unknown> | undefined;
  let holders = 0;

  /** Does work behind what came before it. What failed once is not tried again: the file may end in the middle of a line now. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = last;
    const done = (async () => {
      await before;
      return naming(subject, work);
    })();
    last = done;
    done.catch(() => {});
    return done;
  }

  async function openAnew(opened: Output): Promise<void> {
    const { file, lock } = opened;
    const next = await openOutput(path, { option, mode }, lock);
    opened.file = next.file;
    opened.lock = next.lock;
    await file.close();
    if (next.lock !== lock) await lock.release();
  }

  return {
    async open() {
      holders += 1;
      try {
        output ??= naming(subject, async () => {
          await closing;
          return openOutput(path, { option, mode });
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
        // A rotation may remove a file that it has renamed once its lines are copied.
        if (!(await leadsTo(path, opened.file))) await openAnew(opened);
        const { file } = opened;
        await file.appendFile(text);
        await file.datasync();
        // Of a file without a name nothing is left when it is closed.
        if ((await file.stat()).nlink === 0) throw new Error("it was removed while it was written to. Start again: the last page comes once more");
      });
    },
    reopen() {
      const opening = output;
      return inTurn(async () => {
        // One that cannot be opened is the matter of who opens it.
        const opened = await opening?.catch(() => undefined);
        if (opened === undefined) return false;
        await openAnew(opened);
        return true;
      });
    },
    async close() {
      holders -= 1;
      if (holders > 0) return;
      const done = giveFree(output, last);
      [output, last, closing] = [undefined, undefined, done.catch(() => {})];
      await done;
    },
  };
}

/** Not before the last line is whole, which may be after the feed's own end. */
async function giveFree(output: Promise<Output> | undefined, last: Promise<unknown> | undefined): Promise<void> {
  await last?.catch(() => {});
  const opened = await output;
  try {
    await opened?.file.close();
  } finally {
    await opened?.lock.release();
  }
}

/** Does what the platform may refuse without a word of the file that it was done to. */
async function naming<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof UsageError || isKeywrightError(cause)) throw cause;
    throw new Error(`${subject} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
