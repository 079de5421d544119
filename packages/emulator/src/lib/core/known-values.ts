import type { Json } from "./operation-spec.ts";

/** The known values of a named enumeration of a contract, which may be open. */
export function knownValues(document: Json, name: string): readonly string[] {
  const schema = ((document["components"] as Json)["schemas"] as Json)[name] as {
    readonly enum?: readonly string[];
    readonly anyOf?: readonly { readonly enum?: readonly string[] }[];
  };
  const values = schema.enum ?? schema.anyOf?.find((branch) => branch.enum !== undefined)?.enum;
  if (values === undefined) throw new Error(`${name} is no enumeration of the contract`);
  return values;
}
