/** One system call in a log of `strace -f -y`. */
export interface TracedCall {
  readonly thread: string;
  readonly name: string;
  /** Which one it was of its thread and name, from 1. */
  readonly count: number;
  readonly line: string;
}

/** One thread for files makes their calls countable. */
export const TRACED_ENV = { UV_THREADPOOL_SIZE: "1" };

/** What stands before a program to write its calls into a log. */
export function strace(log: string, calls: string, ...more: readonly string[]): string[] {
  return ["strace", "-f", "-y", "-qq", "-o", log, "-e", `trace=${calls}`, ...more];
}

/** Reads the calls in a log. */
export function readTrace(log: string): TracedCall[] {
  const counts = new Map<string, number>();
  return log.split("\n").flatMap((line) => {
    const [, thread, name] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (thread === undefined || name === undefined) return [];
    const count = (counts.get(`${thread} ${name}`) ?? 0) + 1;
    counts.set(`${thread} ${name}`, count);
    return [{ thread, name, count, line }];
  });
}

/** What a call was made on, of a checkpoint `position` in the folder `state` of a test's folder. */
export function subjectOf(line: string, folder: string): "temporary" | "checkpoint" | "folder" | "output" | "above" | undefined {
  if (line.includes(`${folder}/state/.position.`)) return "temporary";
  if (line.includes(`"${folder}/state/position"`) || line.includes(`<${folder}/state/position>`)) return "checkpoint";
  if (line.includes(`"${folder}/state"`) || line.includes(`<${folder}/state>`)) return "folder";
  if (line.includes(`<${folder}/output>`)) return "output";
  return line.includes(`<${folder}>`) ? "above" : undefined;
}
