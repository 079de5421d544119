import { readFileSync } from "node:fs";
import { findServices, findVendors } from "@keywright/tool-test-kit/services";

/** What a user imports: names, by the entry after `@keywright/`. */
export interface Use {
  /** The maximum size in bytes, minified and compressed. The command fails above it. */
  readonly budget: number;
  readonly imports: { readonly [entry: string]: string };
  /** Another use, whose imports come with these and whose bytes do not count. */
  readonly beyond?: string;
}

/**
 * Typical uses, and the maximum bytes of all exports of each entry. Helpers count only for users
 * who import them. An entry with only types is an empty file, which compresses to 20 bytes.
 */
export const { uses: USES, entries: ENTRIES } = JSON.parse(readFileSync(new URL("budgets.json", import.meta.url), "utf8")) as {
  readonly uses: { readonly [what: string]: Use };
  readonly entries: { readonly [entry: string]: number };
};

/** The module of a use, with those that it goes beyond. @throws Error if there is no such use. */
export function moduleOf(what: string): string {
  const use = USES[what];
  if (use === undefined) throw new Error(`budgets.json has no use "${what}"`);
  const { imports, beyond } = use;
  const own = Object.entries(imports).map(([entry, names]) => `export { ${names} } from "@keywright/${entry}";\n`);
  return (beyond === undefined ? "" : moduleOf(beyond)) + own.join("");
}

/**
 * Returns the budget of an entry: for a new service twice the largest of the others, else 0.
 * The contract of others sets the size of its client.
 *
 * @param services The services with a contract.
 */
export function budgetOf(entry: string, services: readonly string[] = findServices(), vendors: readonly string[] = findVendors()): number {
  const parts = entry.split("/");
  if (vendors.includes(parts[1] ?? "")) return Infinity;
  const fresh = services.find((service) => parts.includes(service) && ENTRIES[`@keywright/${service}`] === undefined);
  if (fresh === undefined) return ENTRIES[entry] ?? 0;
  const others = services.map((other) => ENTRIES[parts.map((part) => (part === fresh ? other : part)).join("/")] ?? 0);
  return 2 * Math.max(...others);
}
