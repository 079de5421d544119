import { isObject, type Json, objectAt } from "../values/json.ts";

/** Returns a contract's secret property names, in lower case and without underscores. */
export function secretNamesOf(document: Json): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    const properties = isObject(value["properties"]) ? value["properties"] : {};
    for (const [name, schema] of Object.entries(properties)) if (isObject(schema) && schema["x-secret"] === true) names.add(plainName(name));
    Object.values(value).forEach(visit);
  };
  visit(objectAt(document, "components"));
  visit(objectAt(document, "paths"));
  return names;
}

/** Stores write in camel case what contracts write with underscores. */
export function plainName(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

const LIKE_A_SECRET = /passw|secret|token|credential|api_?key|private|otp/i;

/** Returns whether an unknown property may be secret by its name, such as a misspelled one. */
export function isLikeASecret(name: string): boolean {
  return LIKE_A_SECRET.test(name);
}
