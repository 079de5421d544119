import type { Operation } from "../../contract.ts";
import type { ResponseHeaders } from "../../http.ts";

/** Reads the documented headers by lower-case names; absent if missing or not of their type. */
export function readHeaderValues({ headers: types = {} }: Operation, headers: ResponseHeaders): { readonly [name: string]: string | number | boolean } {
  const values = Object.entries(types).flatMap(([name, type]): (readonly [string, string | number | boolean])[] => {
    const text = headers.get(name)?.trim();
    if (text === undefined) return [];
    if (type === "string") return [[name, text]];
    if (type === "boolean") return /^(true|false)$/.test(text) ? [[name, text === "true"]] : [];
    return text !== "" && Number.isFinite(Number(text)) ? [[name, Number(text)]] : [];
  });
  return Object.fromEntries(values);
}
