import type { UserContext } from "@redocly/openapi-core";
import { descend, type Place, propertiesOf, propertyOf } from "../places/places.ts";
import { jsonSchemaOf, parametersOf } from "../places/operations.ts";

/** What a property of `x-pagination` names in a contract. */
interface Named {
  readonly name: unknown;
  readonly path: readonly string[];
  readonly context: UserContext;
  readonly operation: Place;
}

/** What a property of `x-pagination` means. */
export interface Role {
  /** Where a response has the value. Absent if it has none. */
  readonly in?: "body" | "headers";
  /** What is wrong with the name, as what it must do. */
  problemOf(named: Named): string | undefined;
}

/** A whole number. */
export const number: Role = { problemOf: ({ name }) => (Number.isSafeInteger(name) ? undefined : "be a whole number") };

/** A query parameter. */
export const query: Role = {
  problemOf({ name, context, operation }) {
    const names = parametersOf(context, operation).flatMap((parameter) => (parameter.in === "query" ? [parameter.name] : []));
    return names.includes(String(name)) ? undefined : `name a query parameter of the operation (${list(names)})`;
  },
};

/** A property of the response. */
export const response: Role = { in: "body", problemOf: notInResponse };

/** A property of the response and of the request body. */
export const both: Role = {
  in: "body",
  problemOf(named) {
    const { name, context, operation } = named;
    const names = propertiesOf(context, jsonSchemaOf(context, descend(context, operation, "requestBody")));
    return notInResponse(named) ?? (names.has(String(name)) ? undefined : `name a property of the request body (${list(names)})`);
  },
};

function notInResponse({ name, path, context, operation }: Named): string | undefined {
  const schema = jsonSchemaOf(context, descend(context, operation, "responses", "200"));
  const lacks = typeof name === "string" ? lacksProperty(context, schema, path) : propertiesOf(context, schema);
  if (lacks === undefined) return undefined;
  const steps = String(name).split(".");
  const isPath = steps.length > 1 && lacksProperty(context, schema, steps) === undefined;
  return isPath ? `be the JSON pointer "/${steps.join("/")}" (a name may contain dots)` : `name a property of the 200 response (${list(lacks)})`;
}

/** Returns the existing property names if a property is not found, otherwise `undefined`. */
function lacksProperty(context: UserContext, schema: Place | undefined, path: readonly string[]): ReadonlySet<string> | undefined {
  let current = schema;
  for (const name of path) {
    const next = current && propertyOf(context, current, name);
    if (next === undefined) return propertiesOf(context, current);
    current = next;
  }
  return undefined;
}

function list(names: Iterable<string>): string {
  return [...names].join(", ") || "there is none";
}
