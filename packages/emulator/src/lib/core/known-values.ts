import { isObject, type Json, listAt, objectAt } from "./json.ts";

/** Returns the known values of a named enumeration of a contract, open or closed. */
export function knownValues(document: Json, name: string): readonly string[] {
  const schema = objectAt(document, "components", "schemas", name);
  const values = [schema, ...listAt(schema, "anyOf").filter(isObject)].map((branch) => listAt(branch, "enum")).find(({ length }) => length > 0);
  if (values === undefined) throw new Error(`${name} is not an enumeration of the contract`);
  return values.map(String);
}
