import { services } from "@keywright/tool-mocks/clients";
import { factoryOf } from "@keywright/tool-test-kit/services";
import { budgetOf, clientBudget, emulatorBudget, type Limit, type Use } from "./budgets.ts";

/**
 * Adds what nobody has written a budget for, because its service is new: entries and the client alone, by the number of operations.
 *
 * @param written The budgets that are written, by entry.
 * @param published The entries that are published.
 */
export function withDefaults(
  written: { readonly [entry: string]: Limit },
  published: readonly string[],
): { readonly clients: readonly Use[]; readonly limits: { readonly [entry: string]: Limit } } {
  const fresh = services.filter(({ packageName }) => written[packageName] === undefined && published.includes(packageName));
  const limits = fresh.flatMap(({ packageName, table }) =>
    published
      .filter((entry) => entry === packageName || entry.startsWith(`${packageName}/`))
      .map((entry) => [entry, { budget: budgetOf(entry.slice(packageName.length), Object.keys(table).length) }] as const)
      .filter(([, { budget }]) => budget > 0),
  );
  const emulators = fresh
    .map(({ name, table }) => [`@keywright/emulator/${name}`, { budget: emulatorBudget(Object.keys(table).length) }] as const)
    .filter(([entry]) => published.includes(entry));
  const clients = fresh.map(({ name, packageName, table }) => ({
    what: `a client of ${name}`,
    source: `export { ${factoryOf(name)}, isApiError } from "${packageName}";\n`,
    budget: clientBudget(Object.keys(table).length),
  }));
  return { clients, limits: { ...Object.fromEntries([...limits, ...emulators]), ...written } };
}
