import { type ConstraintRow, constraintsOf } from "../schemas/constraints.ts";
import { type Contract, type ContractOperation, eachSchema, type Json } from "../../contract/index.ts";
import type { OperationRow } from "../rows/operation-rows.ts";
import { itemType } from "../rows/pagination-row.ts";
import { parametersOf } from "../request/parameters.ts";
import { bodyOf } from "../request/request-body.ts";
import { docComment, pascalCase, toSource } from "../text/print.ts";
import { typeOf } from "../schemas/type-of.ts";

/** Returns `feeds.ts`: a function for each list with `x-feed` that creates its feed; `undefined` if there is none. */
export function feedsFile(contract: Contract, operations: readonly ContractOperation[], rows: readonly OperationRow[]): string | undefined {
  const feeds = operations.flatMap((operation, index) => {
    const feed = operation.definition["x-feed"] as Json | undefined;
    return feed === undefined ? [] : [describeFeed(contract, operation, rows[index] as OperationRow, feed)];
  });
  if (feeds.length === 0) return undefined;
  const types = [...new Set(feeds.flatMap(({ types: used }) => used))].sort();
  return `import { feedOf, type FeedOptions } from "@keywright/core/feeds";\nimport type { ${types.join(", ")} } from "./client.ts";\n${feeds.map(({ source }) => source).join("")}`;
}

function describeFeed(
  contract: Contract,
  operation: ContractOperation,
  row: OperationRow,
  { since, id, time, inputs }: Json,
): { readonly types: readonly string[]; readonly source: string } {
  const { style, cursor, items } = row.pagination as Json;
  const event = itemType(contract, operation, row.pagination as Json);
  const body = bodyOf(contract, operation);
  const input = body === undefined ? `${pascalCase(operation.id)}Input` : typeOf(contract, body.content["schema"] as Json, `the body of ${operation.id}`);
  const client = `${pascalCase(contract.service)}Operations`;
  const name = feedName(operation.id);
  const passed = inputs as readonly string[];
  const all =
    body === undefined
      ? parametersOf(contract, operation, "query").map((parameter) => parameter["name"] as string)
      : memberNames(contract, body.content["schema"]);
  const others = all.filter((one) => one !== since && !passed.includes(one));
  const options = `${pascalCase(name)}Options`;
  const doc = docComment([
    `Follows \`${operation.id}\` without losing an event: each page is committed to the \`store\` once it is processed.`,
    `@param client A client for the ${contract.service} service.`,
    `@param options \`store\` is required. ${passed.map((one) => `\`${one}\``).join(", ")} of the operation's input are optional; ${style === "cursor-body" ? "they apply when the feed starts: later pages depend only on the cursor" : "they apply from the checkpoint on, even if they have changed"}.`,
    `@see ${contract.source} \`${operation.id}\``,
  ]);
  const optionsDoc = docComment([`The options of {@link ${name}}.`]);
  const picked = `Pick<${input}, ${passed.map((one) => JSON.stringify(one)).join(" | ")}>`;
  const optionsType = `\n${optionsDoc}export interface ${options} extends FeedOptions<${event}>, ${picked} {}\n`;
  const definition = toSource({
    name,
    operationId: operation.id,
    style,
    cursor,
    since,
    ...sinceForm(contract, operation, since as string),
    items,
    id,
    time,
    inputs,
    others,
  });
  const parameters = `Pick<${client}, "${operation.id}">, ${event}, ${options}`;
  return { types: [event, client, input], source: `${optionsType}\n${doc}export const ${name} = /* @__PURE__ */ feedOf<${parameters}>(${definition});\n` };
}

/** Pattern of the start time, if the contract has one. */
function sinceForm(contract: Contract, operation: ContractOperation, since: string): { readonly sinceForm?: object } {
  const body = bodyOf(contract, operation);
  const { pattern, expected = `a string that matches ${String(pattern)}` } =
    (body === undefined
      ? constraintsOf(contract, parametersOf(contract, operation, "query").find(({ name }) => name === since)?.["schema"])
      : (constraintsOf(contract, body.content["schema"])?.["properties"] as { readonly [name: string]: ConstraintRow } | undefined)?.[since]) ?? {};
  return pattern === undefined ? {} : { sinceForm: { pattern, expected } };
}

/** Property names of a schema and of all schemas that it combines. */
function memberNames(contract: Contract, schema: unknown): readonly string[] {
  return eachSchema<readonly string[]>(contract, [], ({ properties = {}, oneOf = [], anyOf = [], allOf = [] }, again) => [
    ...new Set([...Object.keys(properties as Json), ...[oneOf, anyOf, allOf].flat().flatMap(again)]),
  ])(schema);
}

/** Name of the function that creates the feed of an operation: `itemUsageFeed` for `listItemUsages`, without verb and plural. */
export function feedName(operationId: string): string {
  const noun = operationId.replace(/^list/, "").replace(/s$/, "");
  return `${noun.charAt(0).toLowerCase()}${noun.slice(1)}Feed`;
}
