import { services } from "@keywright/tool-mocks/clients";
import { factoryOf } from "@keywright/tool-test-kit/services";
import { budgetOf, clientBudget, emulatorBudget, type Limit, type Use } from "./budgets.ts";

/**
 * Adds budgets for the entries and the client of new services, by the number of operations.
 *
 * @param written The budgets that are written, by entry.
 * @param published The entries that are published.
 */
export function withDefaults(
  written: { readonly [entry: string]: Limit },
  published: readonly string[],
): { readonly clients: readonly Use[]; readonly limits: { readonly [entry: string]: Limit } } {
  const fresh = services
    .filter(({ packageName }) => written[packageName] === undefined && published.includes(packageName))
    .map(({ name, packageName, table }) => ({ name, packageName, operations: Object.keys(table).length }));
  const limits = published.flatMap((entry) =>
    fresh.flatMap(({ name, packageName, operations }) => {
      const isOwn = entry === packageName || entry.startsWith(`${packageName}/`);
      const budget = isOwn ? budgetOf(entry.slice(packageName.length), operations) : entry === `@keywright/emulator/${name}` ? emulatorBudget(operations) : 0;
      return budget > 0 ? [[entry, { budget }] as const] : [];
    }),
  );
  const clients = fresh.map(({ name, packageName, operations }) => ({
    what: `a client of ${name}`,
    source: `export { ${factoryOf(name)}, isApiError } from "${packageName}";\n`,
    budget: clientBudget(operations),
  }));
  return { clients, limits: { ...Object.fromEntries(limits), ...written } };
}
