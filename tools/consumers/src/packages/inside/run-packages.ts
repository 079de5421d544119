import type { Program, Services } from "./program.ts";

/** A package with its entries and programs. */
export interface Installed {
  readonly name: string;
  readonly entries: { readonly [entry: string]: () => Promise<unknown> };
  readonly programs: readonly Program[];
}

/** The result of one package: its summaries or its errors. */
export interface Outcome {
  readonly name: string;
  readonly did: string;
  readonly failures: readonly string[];
}

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
    outcomes.push({ name, did: done.join("; "), failures });
  }
  return outcomes;
}
