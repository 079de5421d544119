import { isObject } from "../call/request/check-input.ts";
import type { Input } from "../pipeline.ts";
import type { Operation, PropertyPath } from "../contract.ts";
import { InvalidResponseError, type PaginationCode, PaginationError } from "../errors.ts";
import type { HttpResponse } from "../http.ts";

/** Returns the value at a path in a page, or `undefined`; without a path, the page. */
export function valueAt(page: unknown, path: PropertyPath = []): unknown {
  return [path].flat().reduce<unknown>((value, name) => (value as Input | null | undefined)?.[name], page);
}

/** Returns a path as a message shows it, such as `meta.next`. */
export function nameOf(path: PropertyPath): string {
  return [path].flat().join(".");
}

/** Returns the page as an object. */
export function objectOf(operation: Operation, response: HttpResponse): Input {
  if (isObject(response.body)) return response.body;
  throw malformed(operation, response, "a page that is not an object");
}

/** Returns the items of a page as an array. */
export function itemsOf(operation: Operation, response: HttpResponse, items: unknown): readonly unknown[] {
  if (Array.isArray(items)) return items;
  throw malformed(operation, response, "a page whose items are not an array");
}

/** Whether the position of a list is a number, as its parameter in the contract says. */
export function isNumeric({ queryParameters }: Operation, parameter: string): boolean {
  const type = queryParameters?.[parameter]?.type;
  return type === "integer" || type === "number";
}

/** Creates the error of a page without a position for the next page. */
export function missing(operation: Operation, expected: string): PaginationError {
  return stuck(operation, "missing-position", `returned a page without a position: expected ${expected}`);
}

/** Creates the error of a list that cannot be continued. */
export function stuck({ id: operationId }: Operation, code: PaginationCode, problem: string, advice?: string): PaginationError {
  return new PaginationError(code, `${operationId} ${problem}`, { operationId, advice });
}

/** Creates the error of a response that is not a page. */
export function malformed({ id: operationId }: Operation, { status }: HttpResponse, problem: string): InvalidResponseError {
  return new InvalidResponseError("unexpected-content", `${operationId} returned ${problem}`, { operationId, status });
}
