import { constraintsOf } from "../schemas/constraints.ts";
import { type Contract, eachSchema, type FeedShape, type Schema } from "../../contract/index.ts";
import type { ClientModel, ClientOperation } from "../rows/operation-rows.ts";
import { itemType } from "../rows/pagination-row.ts";
import { parametersOf } from "../request/parameters.ts";
import { docComment, pascalCase, toSource } from "../text/print.ts";
import { typeOf } from "../schemas/type-of.ts";

/** Returns `feeds.ts`: a function for each list with `x-feed`. */
export function feedsFile({ contract, operations, extension }: ClientModel): string | undefined {
  const feeds = operations.flatMap((operation) => {
    const feed = operation.definition["x-feed"];
    return feed === undefined ? [] : describeFeed(contract, operation, feed);
  });
  if (feeds.length === 0) return undefined;
  const types = [...new Set(feeds.flatMap(({ types: used }) => used))].sort();
  return `import { feedOf, type FeedOptions } from "@keywright/core/feeds";\nimport type { ${types.join(", ")} } from "./client.${extension}";\n${feeds.map(({ source }) => source).join("")}`;
}

function describeFeed(
  contract: Contract,
  operation: ClientOperation,
  { since, id, time, inputs }: FeedShape,
): { readonly types: readonly string[]; readonly source: string }[] {
  const { pagination } = operation.row;
  // A rule allows feeds on lists with a cursor only.
  if (pagination === undefined || !("cursor" in pagination)) return [];
  const { style, cursor, items } = pagination;
  const event = itemType(contract, operation, pagination);
  const body = operation.sent?.content.schema;
  const input = body === undefined ? `${pascalCase(operation.id)}Input` : typeOf(contract, body, `the body of ${operation.id}`);
  const client = `${pascalCase(contract.service)}Operations`;
  const name = feedName(operation.id);
  const all = body === undefined ? parametersOf(operation, "query").map(({ name: one }) => one) : propertyNames(contract, body);
  const others = all.filter((one) => one !== since && !inputs.includes(one));
  const options = `${pascalCase(name)}Options`;
  const doc = docComment([
    `Follows \`${operation.id}\` without losing an event: each page is committed to the \`store\` once it is processed.`,
    `@param client A client for the ${contract.service} service.`,
    `@param options \`store\` is required. ${inputs.map((one) => `\`${one}\``).join(", ")} of the operation's input are optional; ${style === "cursor-body" ? "they apply when the feed starts: later pages depend only on the cursor" : "they apply from the checkpoint on, even if they have changed"}.`,
    `@see ${contract.source} \`${operation.id}\``,
  ]);
  const optionsDoc = docComment([`The options of {@link ${name}}.`]);
  const picked = `Pick<${input}, ${inputs.map((one) => JSON.stringify(one)).join(" | ")}>`;
  const optionsType = `\n${optionsDoc}export interface ${options} extends FeedOptions<${event}>, ${picked} {}\n`;
  const definition = toSource({
    name,
    operationId: operation.id,
    style,
    cursor,
    since,
    ...sinceForm(contract, operation, since),
    items,
    id,
    time,
    inputs,
    others,
  });
  const parameters = `Pick<${client}, "${operation.id}">, ${event}, ${options}`;
  return [{ types: [event, client, input], source: `${optionsType}\n${doc}export const ${name} = /* @__PURE__ */ feedOf<${parameters}>(${definition});\n` }];
}

/** Pattern of the start time, if the contract has one. */
function sinceForm(contract: Contract, { row, sent }: ClientOperation, since: string): { readonly sinceForm?: object } {
  const inBody = constraintsOf(contract, sent?.content.schema)?.properties;
  const { pattern, expected = `a string that matches ${pattern}` } = (sent === undefined ? row.queryParameters : inBody)?.[since] ?? {};
  return pattern === undefined ? {} : { sinceForm: { pattern, expected } };
}

/** Property names of a schema and of all schemas that it combines. */
function propertyNames(contract: Contract, schema: Schema): readonly string[] {
  return eachSchema<readonly string[]>(contract, [], ({ properties = {}, oneOf = [], anyOf = [], allOf = [] }, again) => [
    ...new Set([...Object.keys(properties), ...[oneOf, anyOf, allOf].flat().flatMap(again)]),
  ])(schema);
}

/** Name of the function for a feed: `itemUsageFeed` for `listItemUsages`. */
export function feedName(operationId: string): string {
  const noun = operationId.replace(/^list/, "").replace(/s$/, "");
  return `${noun.charAt(0).toLowerCase()}${noun.slice(1)}Feed`;
}
