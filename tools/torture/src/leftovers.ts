const PATIENCE_MS = 2000;

/** What a process may gather and must not keep. */
export interface Leftovers {
  /** Waits a moment until all is as it was in the beginning; gives what is not. */
  check(): Promise<string[]>;
}

/** Begins to watch what is left behind: sockets, timers and other resources, rejections that nobody handles, warnings. */
export function watchLeftovers(): Leftovers {
  const before = countResources();
  const events: string[] = [];
  process.on("unhandledRejection", (reason) => events.push(`an unhandled rejection (${nameOf(reason)})`));
  process.on("uncaughtException", (error) => events.push(`an uncaught exception (${nameOf(error)})`));
  process.on("warning", (warning) => events.push(`a warning (${warning.name})`));
  return {
    async check() {
      // Rejections are told of behind the microtasks of the turn in which they became final.
      await new Promise((resolve) => setImmediate(resolve));
      let left = excess(before);
      for (const end = performance.now() + PATIENCE_MS; left.length > 0 && performance.now() < end; left = excess(before))
        await new Promise((resolve) => setImmediate(resolve));
      return [...left, ...events.splice(0)];
    },
  };
}

function nameOf(reason: unknown): string {
  return reason instanceof Error ? reason.name : typeof reason;
}

function excess(before: ReadonlyMap<string, number>): string[] {
  return [...countResources()].flatMap(([type, count]) => (count > (before.get(type) ?? 0) ? [`${count - (before.get(type) ?? 0)} × ${type}`] : []));
}

/** What keeps the process alive, by type, but for the turn of the event loop that this check itself takes. */
function countResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const type of process.getActiveResourcesInfo()) if (type !== "Immediate") counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}
