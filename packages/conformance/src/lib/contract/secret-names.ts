import { isObject, type Json } from "./json.ts";

/** Returns the names of the properties that the contract marks as secret, anywhere. */
export function secretNames(document: Json): ReadonlySet<string> {
  const names = new Set<string>();
  collect("", document, names);
  return names;
}

function collect(name: string, value: unknown, names: Set<string>): void {
  if (Array.isArray(value)) for (const element of value) collect("", element, names);
  if (!isObject(value)) return;
  if (value["x-secret"] === true) names.add(name);
  for (const [child, inner] of Object.entries(value)) collect(child, inner, names);
}
