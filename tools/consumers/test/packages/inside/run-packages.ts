import type { Installed, Outcome, Services } from "../../../src/packages/installed.ts";

export type { Services } from "../../../src/packages/installed.ts";

/** Loads every entry of each package, then runs its programs. */
export async function runPackages(packages: readonly Installed[], services: Services): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, entries, programs } of packages) {
    const failures: string[] = [];
    const attempt = async (what: string, run: () => Promise<unknown>): Promise<unknown> =>
      run().catch((error: unknown) => void failures.push(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`));
    for (const [entry, load] of Object.entries(entries)) await attempt(entry, load);
    const done = [`${Object.keys(entries).length} entries`];
    for (const program of programs) await attempt("its program", async () => done.push(await program(services)));
    outcomes.push(failures.length === 0 ? { what: name, state: "ok", detail: done.join("; ") } : { what: name, state: "red", detail: failures.join("\n") });
  }
  return outcomes;
}

/** Throws if two values differ. */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: expected ${String(expected)}, got ${String(actual)}`);
}
