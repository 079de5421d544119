import { followed } from "./contract.ts";
import type { Json } from "./json.ts";

/** Example pages with their headers that differ between pages, in lower case. */
export type ExamplePages = readonly { readonly name: string; readonly value: unknown; readonly headers: { readonly [name: string]: string | undefined } }[];

/** Returns the example pages of a list's response, in the order of the contract. */
export function examplePages(document: Json, response: Json | undefined): ExamplePages {
  const { content = {}, headers = {} } = (response ?? {}) as { readonly content?: Json; readonly headers?: Json };
  const examplesOf = (holder: unknown) =>
    Object.entries((followed(document, holder)?.["examples"] ?? {}) as Json).map(([name, example]) => [name, followed(document, example)?.["value"]] as const);
  const pages = examplesOf(Object.values(content)[0]);
  // A header whose examples do not have the pages' names is the same on each page.
  const ofPages = Object.entries(headers)
    .map(([name, header]) => [name.toLowerCase(), new Map(examplesOf(header))] as const)
    .filter(([, values]) => pages.some(([page]) => values.has(page)));
  return pages.map(([name, value]) => {
    const own = ofPages.map(([header, values]) => [header, values.has(name) ? String(values.get(name)) : undefined] as const);
    return { name, value, headers: Object.fromEntries(own) };
  });
}
