import type { Json } from "../contract/contract-parts.ts";

/** One pair of a query, a form or a cookie: the decoded name and the raw value. */
export type Pair = readonly [name: string, raw: string];

export function pairsOf(query: string): Pair[] {
  const pairs = query.split("&").filter(Boolean);
  return pairs.map((pair) => {
    const [name = ""] = pair.split("=", 1);
    return [decode(name), pair.slice(name.length + 1)];
  });
}

export function decode(raw: string): string {
  return decodeURIComponent(raw.replaceAll("+", " "));
}

function isJson(parameter: Json): boolean {
  return Object.keys((parameter["content"] ?? {}) as Json).some((type) => /[/+]json\b/i.test(type));
}

const SEPARATORS: { readonly [style: string]: string } = { spaceDelimited: "%20", pipeDelimited: "%7C" };

/** Returns a value's pairs in a query, a form or a cookie (OpenAPI 3.1 §4.8.12.2). */
export function expectedPairs(parameter: Json, value: unknown): Pair[] {
  const name = String(parameter["name"]);
  const { style = "form", explode = style === "form" } = parameter as { readonly style?: string; readonly explode?: boolean };
  if (isJson(parameter)) return [[name, encodeURIComponent(JSON.stringify(value))]];
  if (typeof value !== "object" || value === null) return [[name, encoded(value)]];
  if (Array.isArray(value) && explode) return value.map((element) => [name, encoded(element)]);
  if (!Array.isArray(value) && (explode || style === "deepObject"))
    return Object.entries(value).map(([member, inner]) => [style === "deepObject" ? `${name}[${member}]` : member, encoded(inner)]);
  return [
    [
      name,
      flat(value)
        .map(encoded)
        .join(SEPARATORS[style] ?? ","),
    ],
  ];
}

/**
 * Returns the text that the contract requires for a value in a path or a header.
 *
 * @param encode Encodes a text for that place.
 */
export function expectedText(parameter: Json, value: unknown, encode: (value: unknown) => string): string {
  const { name, style = "simple", explode = false } = parameter as { readonly name: string; readonly style?: string; readonly explode?: boolean };
  if (isJson(parameter)) return encode(JSON.stringify(value));
  if (style === "matrix")
    return expectedPairs({ name, explode }, value)
      .map(([own, raw]) => `;${own}=${raw}`)
      .join("");
  const isSpread = explode && typeof value === "object" && value !== null && !Array.isArray(value);
  const parts = isSpread ? Object.entries(value).map(([member, inner]) => `${encode(member)}=${encode(inner)}`) : flat(value).map(encode);
  return style === "label" ? `.${parts.join(explode ? "." : ",")}` : parts.join(",");
}

/** Encodes a value for a path or a query. */
export function encoded(value: unknown): string {
  return encodeURIComponent(textOf(value));
}

/** Returns a single value as text. */
export function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
}

function flat(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  return Array.isArray(value) ? value : Object.entries(value).flat();
}
