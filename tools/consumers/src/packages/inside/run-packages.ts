/** The URLs and credentials that the emulator prints when it is ready. */
export interface Services {
  readonly management: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string; readonly token: string };
  readonly vault: { readonly baseUrl: string; readonly token: string; readonly fileItemUUID: string; readonly fileUUID: string };
  readonly events: { readonly baseUrl: string; readonly token: string };
}

/** A package with its entries, and programs that use it against the emulator. A program returns a summary, and throws if a result is wrong. */
export interface Installed {
  readonly name: string;
  readonly entries: { readonly [entry: string]: () => Promise<unknown> };
  readonly programs: readonly ((services: Services) => Promise<string>)[];
}

/** The result of one package: its summaries or its errors. */
export interface Outcome {
  readonly what: string;
  readonly state: "ok" | "red";
  readonly detail: string;
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
    outcomes.push(failures.length === 0 ? { what: name, state: "ok", detail: done.join("; ") } : { what: name, state: "red", detail: failures.join("\n") });
  }
  return outcomes;
}

/** Throws if two values differ. */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: expected ${String(expected)}, got ${String(actual)}`);
}
