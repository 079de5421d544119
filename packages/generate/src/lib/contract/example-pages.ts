import { isJson } from "./media-type.ts";
import { followed } from "./contract.ts";
import type { Json } from "./json.ts";

/** Example pages with the examples of their headers, whose names are in lower case. */
export type ExamplePages = readonly { readonly name: string; readonly value: unknown; readonly headers: { readonly [name: string]: string | undefined } }[];

/**
 * Returns the example pages of the JSON of a list's response, in the order of the contract.
 * A single `example` is a page with that name.
 */
export function examplePages(document: Json, response: Json | undefined): ExamplePages {
  const { content = {}, headers = {} } = (response ?? {}) as { readonly content?: Json; readonly headers?: Json };
  const examplesOf = (holder: unknown) => {
    const { example, examples = { example: { value: example } } } = followed(document, holder) ?? {};
    const named = Object.entries(examples as Json).map(([name, each]) => [name, followed(document, each)?.["value"]] as const);
    return named.filter(([, value]) => value !== undefined);
  };
  const pages = examplesOf(Object.entries(content).find(([mediaType]) => isJson(mediaType))?.[1]);
  const shown = Object.entries(headers)
    .map(([name, header]) => [name.toLowerCase(), new Map(examplesOf(header))] as const)
    .filter(([, values]) => values.size > 0);
  return pages.map(([name, value]) => {
    const own = shown.map(([header, values]) => {
      // If no example has the name of a page, the first one is that of each page.
      const example = pages.some(([page]) => values.has(page)) ? values.get(name) : values.values().next().value;
      return [header, example === undefined ? undefined : String(example)] as const;
    });
    return { name, value, headers: Object.fromEntries(own) };
  });
}
