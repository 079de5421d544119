import type { Services } from "../../core/emulated.ts";

/** The address of each service, and of the control port if it is on. */
export type Addresses = ReadonlyMap<string, string>;

/** The name of the control port among the addresses. */
export const CONTROL = "control";

/** Returns addresses, credentials and ids, by service, and the link to the page. */
export function readyFacts(services: Services, addresses: Addresses, page: string | undefined): { readonly [service: string]: object } {
  const facts = (name: string): object | undefined => (name === CONTROL ? { page } : services.get(name)?.facts());
  return Object.fromEntries([...addresses].map(([name, baseUrl]) => [name, { baseUrl, ...facts(name) }]));
}

/** Returns the addresses and credentials as text, with example commands. */
export function readyText(services: Services, addresses: Addresses, page: string | undefined): string {
  const width = Math.max(...[...addresses.keys()].map(({ length }) => length)) + 2;
  const lines = [...addresses].flatMap(([name, baseUrl]) => [
    name.padEnd(width) + baseUrl,
    ...(services.get(name)?.lines() ?? []).map((line) => " ".repeat(width) + line),
  ]);
  const examples = [...addresses].flatMap(([name, baseUrl]) => services.get(name)?.example?.(baseUrl) ?? []);
  const link = page === undefined ? [] : ["", `Page, once: ${page}`];
  return `${[...lines, "", ...examples, ...link].join("\n")}\n\nPress Ctrl+C to stop.\n`;
}
