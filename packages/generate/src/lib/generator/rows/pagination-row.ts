import { type Contract, type ContractOperation, deref, eachSchema, type Json } from "../../contract/index.ts";
import { type Names, PAGE_STYLES, paginationRow, type Style, styleOf } from "../../pagination/index.js";
import { parametersOf } from "../request/parameters.ts";
import { successContent } from "../response/response.ts";
import { typeOf } from "../schemas/type-of.ts";

/** Returns `x-pagination` of an operation for its row. */
export function paginationOf(contract: Contract, operation: ContractOperation): Names | undefined {
  const said = operation.definition["x-pagination"] as Json | undefined;
  if (said === undefined) return undefined;
  if (!Object.hasOwn(PAGE_STYLES, String(said["style"]))) {
    contract.refuse(
      said,
      `${operation.id}: x-pagination must have a style of ${Object.keys(PAGE_STYLES).join(", ")}; got ${JSON.stringify(said["style"])}. Choose one`,
    );
    return undefined;
  }
  const row = paginationRow(said);
  if (itemsSchema(contract, operation, row) === undefined) {
    const place = row["items"] === undefined ? "the body" : [row["items"]].flat().join(".");
    contract.refuse(said, `${operation.id}: x-pagination must have its items in an array with a schema of items; ${place} is none. Name the array`);
    return undefined;
  }
  return row;
}

/** The names of the pagination styles of some rows. */
export function stylesOf(rows: readonly { readonly pagination: Names | undefined }[]): (readonly [string, Style])[] {
  const names = new Set(rows.flatMap(({ pagination }) => (pagination === undefined ? [] : [String(pagination["style"])])));
  return [...names].sort().map((style) => [style, styleOf({ style })]);
}

/** The type of an item of a paginated list. */
export function itemType(contract: Contract, operation: ContractOperation, pagination: Names): string {
  return typeOf(contract, itemsSchema(contract, operation, pagination) as Json, `the items of ${operation.id}`);
}

/** The schema of an item of a paginated list. */
export function itemsSchema(contract: Contract, operation: ContractOperation, { items = [] }: Names): unknown {
  const { schema } = successContent(contract, operation);
  const list = [items].flat().reduce<unknown>((at, name) => at && propertyIn(contract, at, String(name)), schema);
  return list && deref(contract, list)["items"];
}

/** The schema of a property in a schema or in its branches. */
function propertyIn(contract: Contract, schema: unknown, name: string): unknown {
  return eachSchema<unknown>(contract, undefined, ({ properties = {}, allOf = [], anyOf = [], oneOf = [] }, again) => {
    const own = (properties as Json)[name];
    if (own !== undefined) return own;
    return [allOf, anyOf, oneOf]
      .flat()
      .map(again)
      .find((found) => found !== undefined);
  })(schema);
}

/** The type of a position: its parameter's. It can be absent if the last page has none. */
export function positionType(contract: Contract, operation: ContractOperation, pagination: Names): string {
  const { position, lastHasNone } = styleOf(pagination);
  const parameter = parametersOf(contract, operation, "query").find(({ name }) => name === pagination[position]);
  const types = parameter === undefined ? [] : [deref(contract, parameter["schema"])["type"]].flat();
  const type = types.includes("integer") || types.includes("number") ? "number" : "string";
  return lastHasNone ? `${type} | undefined` : type;
}

/** Whether the input of a list is only the request body, which contains the position. */
export function isPositionBody(pagination: Names | undefined): boolean {
  if (pagination === undefined) return false;
  const { required, position } = styleOf(pagination);
  return required[position] === "both";
}
