import type { Operation } from "../../contract.ts";
import type { ResponseHeaders } from "../../http.ts";

/** Reads the documented headers by lower-case names; absent if missing or not of their type. */
export function readHeaderValues({ headers: types = {} }: Operation, headers: ResponseHeaders): { readonly [name: string]: string | number | boolean } {
  const values: Record<string, string | number | boolean> = {};
  for (const [name, type] of Object.entries(types)) {
    const text = headers.get(name)?.trim();
    if (text === undefined) continue;
    if (type === "string") values[name] = text;
    else if (type === "boolean" && /^(true|false)$/.test(text)) values[name] = text === "true";
    else if (type === "number" && text !== "" && Number.isFinite(Number(text))) values[name] = Number(text);
  }
  return values;
}
