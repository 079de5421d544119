import { type Profiler, Session } from "node:inspector/promises";
import { setImmediate as eventLoopTurn } from "node:timers/promises";

/** A file with at least one function that ran during a call. */
export interface CountedFile {
  readonly url: string;
  /** In the order of the source. V8 counts a function again each time that it resumes after an `await`. */
  readonly functions: readonly { readonly name: string; readonly calls: number }[];
}

/** A helper that esbuild adds for tsx to keep the names of functions. No source has it. */
const KEEP_NAMES = "__name";

/**
 * Counts how often each function runs during a call, with V8's precise coverage. Makes the call twice: to warm up, and to count.
 *
 * @param call Does the same each time.
 * @param isCounted Whether the functions of a script count. Node's own scripts never do.
 * @returns The files, sorted by their URLs.
 */
export async function countCalls(call: () => Promise<unknown>, isCounted: (url: string) => boolean): Promise<readonly CountedFile[]> {
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
    return result
      .filter(({ url }) => !url.startsWith("node:") && isCounted(url))
      .map((script) => ({ url: script.url, functions: functionsOf(script) }))
      .filter(({ functions }) => functions.length > 0)
      .sort((a, b) => (a.url < b.url ? -1 : 1));
  } finally {
    session.disconnect();
  }
}

function functionsOf({ functions }: Profiler.ScriptCoverage): CountedFile["functions"] {
  return functions.flatMap(({ functionName: name, ranges: [range] }) => {
    const isTopLevel = range?.startOffset === 0 && name === "";
    return range === undefined || range.count === 0 || isTopLevel || name === KEEP_NAMES ? [] : [{ name, calls: range.count }];
  });
}

/** Makes the call and waits for another turn of the event loop, because pending work belongs to the call. */
async function settled(call: () => Promise<unknown>): Promise<void> {
  await call();
  await eventLoopTurn();
}
