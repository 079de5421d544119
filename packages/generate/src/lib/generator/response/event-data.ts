import { type Contract, deref, eachSchema, type Json } from "../../contract/index.ts";
import { isJson } from "../schemas/media-type.ts";

/**
 * Returns the schema of the data of server-sent events: a union over the events.
 *
 * A schema with a property `data` describes events (OpenAPI 3.2 §4.14.4.3): the data is text, or JSON if it has `contentMediaType: application/json` and `contentSchema`. Any other
 * schema describes the data.
 */
export function eventDataOf(contract: Contract, id: string, media: Json, schema: Json): Json {
  const branches = eventsOf(contract, schema).map((event) => {
    const { data } = (event["properties"] ?? {}) as { readonly data?: Json };
    if (data === undefined) return undefined;
    const resolved = deref(contract, data);
    const content = resolved["contentSchema"] as Json | undefined;
    return content === undefined || !isJson(String(resolved["contentMediaType"] ?? "application/json")) ? { type: "string" } : content;
  });
  const named = branches.filter((branch) => branch !== undefined);
  if (named.length === 0) return schema;
  const texts = named.filter((branch) => branch["type"] === "string").length;
  if (named.length < branches.length || (texts > 0 && texts < named.length))
    contract.refuse(media, `${id}: the data of some events is JSON and of others it is not: add a contentSchema to all of them, or to none`);
  const [first, ...others] = named;
  return others.length === 0 ? (first as Json) : { oneOf: named };
}

function eventsOf(contract: Contract, schema: Json): readonly Json[] {
  return eachSchema<readonly Json[]>(contract, [], (resolved, again) => {
    const branches = (resolved["oneOf"] ?? resolved["anyOf"]) as readonly Json[] | undefined;
    return branches === undefined ? [resolved] : [...new Set(branches.flatMap(again))];
  })(schema);
}
