import type { Services } from "./start-services.ts";

/** Where each service listens, and the control if it is on. */
export type Addresses = ReadonlyMap<string, string>;

/** The name that the control has among the addresses. */
export const CONTROL = "control";

/** What a client needs to begin with, by the services' names: addresses, credentials and ids. */
export function readyFacts(services: Services, addresses: Addresses): { readonly [service: string]: object } {
  return Object.fromEntries([...addresses].map(([name, baseUrl]) => [name, { baseUrl, ...services.get(name)?.facts() }]));
}

/** The same for people, with requests to try. */
export function readyText(services: Services, addresses: Addresses): string {
  const width = Math.max(...[...addresses.keys()].map(({ length }) => length)) + 2;
  const lines = [...addresses].flatMap(([name, baseUrl]) => [
    name.padEnd(width) + baseUrl,
    ...(services.get(name)?.lines() ?? []).map((line) => " ".repeat(width) + line),
  ]);
  const examples = [...addresses].flatMap(([name, baseUrl]) => services.get(name)?.example?.(baseUrl) ?? []);
  return `${[...lines, "", ...examples].join("\n")}\n\nCtrl+C ends them.\n`;
}
