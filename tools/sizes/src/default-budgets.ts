import { services } from "@keywright/tool-clients";
import { factoryOf } from "@keywright/tool-services";
import { budgetOf, clientBudget, emulatorBudget, type Limit } from "./budgets.ts";

/** A client that no row of the uses is about. */
export interface ClientUse extends Limit {
  readonly what: string;
  readonly source: string;
  /** The file of its first entry. */
  readonly file: string;
}

/**
 * Adds what nobody has written a budget for, because its service is new: entries and the client alone, by the number of operations.
 *
 * @param written The budgets that are written, by entry.
 * @param files The entries that are published, with their files.
 */
export function withDefaults(
  written: { readonly [entry: string]: Limit },
  files: ReadonlyMap<string, string>,
): { readonly clients: readonly ClientUse[]; readonly limits: { readonly [entry: string]: Limit } } {
  const fresh = services.filter(({ packageName }) => written[packageName] === undefined && files.has(packageName));
  const limits = fresh.flatMap(({ packageName, table }) =>
    [...files.keys()]
      .filter((entry) => entry === packageName || entry.startsWith(`${packageName}/`))
      .map((entry) => [entry, { budget: budgetOf(entry.slice(packageName.length), Object.keys(table).length) }] as const)
      .filter(([, { budget }]) => budget > 0),
  );
  const emulators = fresh
    .map(({ name, table }) => [`@keywright/emulator/${name}`, { budget: emulatorBudget(Object.keys(table).length) }] as const)
    .filter(([entry]) => files.has(entry));
  const clients = fresh.map(({ name, packageName, table }) => ({
    what: `a client of ${name}`,
    source: `export { ${factoryOf(name)}, isApiError } from ${JSON.stringify(packageName)};`,
    file: files.get(packageName) as string,
    budget: clientBudget(Object.keys(table).length),
  }));
  return { clients, limits: { ...Object.fromEntries([...limits, ...emulators]), ...written } };
}
