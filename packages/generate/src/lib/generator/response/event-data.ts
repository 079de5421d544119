import { type Contract, deref, eachSchema, type MediaType, type Schema } from "../../contract/index.ts";
import { isJson } from "../../contract/media-type.ts";
import { alternativesOf } from "../schemas/schema-types.ts";

/**
 * Returns the schema of the data of server-sent events: a union over the events.
 *
 * A schema with a property `data` describes events (OpenAPI 3.2 §4.14.4.3): the data is text, or
 * JSON if it has `contentMediaType: application/json` and `contentSchema`. Any other
 * schema describes the data.
 */
export function eventDataOf(contract: Contract, id: string, media: MediaType, schema: Schema): Schema {
  const branches = eventsOf(contract, schema).map((event) => {
    const data = event.properties?.["data"];
    if (data === undefined) return undefined;
    const { contentSchema: content, contentMediaType = "application/json" } = deref(contract, data);
    return content === undefined || !isJson(contentMediaType) ? { type: "string" } : content;
  });
  const named = branches.filter((branch) => branch !== undefined);
  if (named.length === 0) return schema;
  const texts = named.filter((branch) => branch.type === "string").length;
  if (named.length < branches.length || (texts > 0 && texts < named.length))
    contract.report(media, `${id}: the data of some events is JSON and of others it is not: add a contentSchema to all of them, or to none`);
  const [first, ...others] = named;
  return first === undefined || others.length > 0 ? { oneOf: named } : first;
}

function eventsOf(contract: Contract, schema: Schema): readonly Schema[] {
  return eachSchema<readonly Schema[]>(contract, [], (resolved, again) => {
    const branches = alternativesOf(resolved);
    return branches === undefined ? [resolved] : [...new Set(branches.flatMap(again))];
  })(schema);
}
