import { Session } from "node:inspector/promises";
import { setImmediate as eventLoopTurn } from "node:timers/promises";

/** A function that ran during a call, with its file. V8 counts it again after each `await`. */
export interface CountedFunction {
  readonly url: string;
  readonly name: string;
  readonly calls: number;
}

/** A helper that esbuild adds for tsx to keep the names of functions. No source has it. */
const KEEP_NAMES = "__name";

/**
 * Counts how often functions run in the second of two equal calls, with V8's precise coverage.
 *
 * @param call Does the same each time.
 * @param isCounted Whether the functions of a script count.
 * @returns The functions by file, and in the order of the source.
 */
export async function countCalls(call: () => Promise<unknown>, isCounted: (url: string) => boolean): Promise<readonly CountedFunction[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await settled(call);
    // Taking the counts resets them, so only the next call counts.
    await session.post("Profiler.takePreciseCoverage");
    await settled(call);
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const scripts = result.filter(({ url }) => isCounted(url)).sort((a, b) => (a.url < b.url ? -1 : 1));
    return scripts.flatMap(({ url, functions }) =>
      functions.flatMap(({ functionName: name, ranges: [range] }) => {
        const isTopLevel = range?.startOffset === 0 && name === "";
        return range === undefined || range.count === 0 || isTopLevel || name === KEEP_NAMES ? [] : [{ url, name, calls: range.count }];
      }),
    );
  } finally {
    session.disconnect();
  }
}

/** Makes the call and waits for a turn of the event loop: pending work belongs to the call. */
async function settled(call: () => Promise<unknown>): Promise<void> {
  await call();
  await eventLoopTurn();
}

/** Whether no figure is above its maximum. */
export function isWithin<Name extends string>(figures: { readonly [name in Name]: number }, goals: { readonly [name in Name]: number }): boolean {
  return Object.entries<number>(figures).every(([name, figure]) => figure <= goals[name as Name]);
}
