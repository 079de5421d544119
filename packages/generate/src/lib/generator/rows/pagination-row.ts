import type { Pagination } from "@keywright/core/client";
import { type Contract, type ContractOperation, deref, eachSchema, type Schema } from "../../contract/index.ts";
import { both, PAGE_STYLES, paginationRow, styleOf } from "../../pagination/index.ts";
import { parametersOf } from "../request/parameters.ts";
import type { SuccessContent } from "../response/response.ts";
import { typeOf } from "../schemas/type-of.ts";

/** A row with its `x-pagination`. */
interface Paged {
  readonly pagination?: Pagination;
}

/** A list: its operation, and the response with a page. */
export interface ListOperation extends ContractOperation {
  readonly success: SuccessContent;
}

/** Returns `x-pagination` of an operation for its row. */
export function paginationOf(contract: Contract, operation: ListOperation): Pagination | undefined {
  const { id, pagination: said } = operation;
  if (said === undefined) return undefined;
  if (!Object.hasOwn(PAGE_STYLES, String(said["style"]))) {
    contract.report(said, `${id}: x-pagination must have a style of ${Object.keys(PAGE_STYLES).join(", ")}; got ${JSON.stringify(said["style"])}. Choose one`);
    return undefined;
  }
  // The rule `pagination` has checked the properties of the style.
  const row = paginationRow(said) as Pagination;
  if (itemsSchema(contract, operation, row) === undefined) {
    const place = row.items === undefined ? "the body" : [row.items].flat().join(".");
    contract.report(said, `${id}: x-pagination must have its items in an array with a schema of items; ${place} is none. Name the array`);
    return undefined;
  }
  return row;
}

/** The names of the pagination styles of some rows. */
export function stylesOf(rows: readonly Paged[]): string[] {
  return [...new Set(rows.flatMap(({ pagination }) => pagination?.style ?? []))].sort();
}

/** The type of an item of a paginated list. */
export function itemType(contract: Contract, operation: ListOperation, pagination: Pagination): string {
  return typeOf(contract, itemsSchema(contract, operation, pagination) ?? {}, `the items of ${operation.id}`);
}

/** The schema of an item of a paginated list. */
export function itemsSchema(contract: Contract, { success }: ListOperation, { items = [] }: Pagination): Schema | undefined {
  const list = [items].flat().reduce<Schema | undefined>((at, name) => at && propertyIn(contract, at, name), success.schema);
  return list && deref(contract, list).items;
}

/** The schema of a property in a schema or in its branches. */
function propertyIn(contract: Contract, schema: Schema, name: string): Schema | undefined {
  return eachSchema<Schema | undefined>(contract, undefined, ({ properties, allOf = [], anyOf = [], oneOf = [] }, again) => {
    const branches = [allOf, anyOf, oneOf].flat();
    return properties?.[name] ?? branches.map(again).find((found) => found !== undefined);
  })(schema);
}

/** The type of a position: its parameter's. It can be absent if the last page has none. */
export function positionType(contract: Contract, operation: ContractOperation, pagination: Pagination): string {
  const { position, lastHasNone } = styleOf({ ...pagination });
  const parameter = parametersOf(operation, "query").find(({ name }) => name === Reflect.get(pagination, position));
  const types = [deref(contract, parameter?.schema ?? {}).type].flat();
  const type = types.includes("integer") || types.includes("number") ? "number" : "string";
  return lastHasNone ? `${type} | undefined` : type;
}

/** Whether the input of a list is only the request body, which contains the position. */
export function isPositionBody({ pagination }: Paged): boolean {
  if (pagination === undefined) return false;
  const { required, position } = styleOf({ ...pagination });
  return required[position] === both;
}
