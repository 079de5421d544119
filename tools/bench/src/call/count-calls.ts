import { type Profiler, Session } from "node:inspector/promises";
import { setImmediate as eventLoopTurn } from "node:timers/promises";

/** A function that ran during a call. */
export interface CountedFunction {
  /** Empty for a function without a name. */
  readonly name: string;
  /** V8 counts a function again each time that it resumes after an `await`. */
  readonly calls: number;
}

/** A file with at least one function that ran during a call. */
export interface CountedFile {
  readonly url: string;
  /** In the order in which the call reaches them. */
  readonly functions: readonly CountedFunction[];
}

/** A function, with its place in a script. */
interface Ran extends CountedFunction {
  readonly scriptId: string;
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

/** A helper that esbuild adds for tsx to keep the names of functions. No source has it. */
const KEEP_NAMES = "__name";

/**
 * Counts how often each function runs during a call, with V8's precise coverage. Makes the call three times: to warm up, to count, and to find the order.
 *
 * @param call Does the same each time.
 * @param isCounted Whether the functions of a script count. Node's own scripts never do.
 * @returns The files in the order in which the call reaches them.
 */
export async function countCalls(call: () => Promise<unknown>, isCounted: (url: string) => boolean): Promise<readonly CountedFile[]> {
  const session = new Session();
  session.connect();
  try {
    const ran = await runFunctions(session, call, isCounted);
    const order = await orderOf(session, call, ran);
    // Functions in which V8 cannot pause come last.
    const placeIn = (one: Ran): number => order.get(one) ?? order.size;
    const sorted = [...ran].sort((a, b) => placeIn(a) - placeIn(b));
    const urls = [...new Set(sorted.map(({ url }) => url))];
    return urls.map((url) => ({ url, functions: sorted.filter((one) => one.url === url).map(({ name, calls }) => ({ name, calls })) }));
  } finally {
    session.disconnect();
  }
}

async function runFunctions(session: Session, call: () => Promise<unknown>, isCounted: (url: string) => boolean): Promise<readonly Ran[]> {
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await settled(call);
  // Taking the counts resets them, so only the next call counts.
  await session.post("Profiler.takePreciseCoverage");
  await settled(call);
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  return result.filter(({ url }) => !url.startsWith("node:") && isCounted(url)).flatMap(functionsOf);
}

function functionsOf({ scriptId, url, functions }: Profiler.ScriptCoverage): Ran[] {
  return functions.flatMap(({ functionName: name, ranges }) => {
    const { startOffset: start, endOffset: end, count: calls } = ranges[0] ?? { startOffset: 0, endOffset: 0, count: 0 };
    const isTopLevel = start === 0 && name === "";
    return calls === 0 || isTopLevel || name === KEEP_NAMES ? [] : [{ name, calls, scriptId, url, start, end }];
  });
}

/** Returns the order of the functions. Pauses at the first statement of each, because coverage has no order. */
async function orderOf(session: Session, call: () => Promise<unknown>, ran: readonly Ran[]): Promise<ReadonlyMap<Ran, number>> {
  const functions = new Map<string, Ran>();
  const order = new Map<Ran, number>();
  // The session is in the same thread, so a pause ends when this listener returns.
  session.on("Debugger.paused", ({ params }) => {
    for (const breakpoint of params.hitBreakpoints ?? []) {
      const one = functions.get(breakpoint);
      if (one !== undefined && !order.has(one)) order.set(one, order.size);
    }
  });
  await session.post("Debugger.enable");
  for (const one of ran) {
    const { scriptId, start, end } = one;
    const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId });
    const placeAt = (offset: number) => {
      const lines = scriptSource.slice(0, offset).split("\n");
      return { scriptId, lineNumber: lines.length - 1, columnNumber: lines.at(-1)?.length ?? 0 };
    };
    // `a => a` pauses at its end, which a range excludes.
    const inside = { start: placeAt(start), end: placeAt(end + 1), restrictToFunction: true };
    const [location] = (await session.post("Debugger.getPossibleBreakpoints", inside)).locations;
    if (location === undefined) continue;
    const { lineNumber, columnNumber = 0 } = location;
    const { breakpointId } = await session.post("Debugger.setBreakpoint", { location: { scriptId, lineNumber, columnNumber } });
    functions.set(breakpointId, one);
  }
  await settled(call);
  await session.post("Debugger.disable");
  return order;
}

/** Makes the call and waits for another turn of the event loop, because pending work belongs to the call. */
async function settled(call: () => Promise<unknown>): Promise<void> {
  await call();
  await eventLoopTurn();
}
