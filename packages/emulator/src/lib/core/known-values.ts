import { isObject, type Json, listAt, objectAt } from "./json.ts";

/** The known values of a named enumeration of a contract, which may be open. */
export function knownValues(document: Json, name: string): readonly string[] {
  const schema = objectAt(document, "components", "schemas", name);
  const values = [schema, ...listAt(schema, "anyOf").filter(isObject)].map((branch) => listAt(branch, "enum")).find(({ length }) => length > 0);
  if (values === undefined) throw new Error(`${name} is no enumeration of the contract`);
  return values.map(String);
}
