import type { Parameter as ParameterRow } from "@keywright/core/client";
import { constraintsOf, rowType } from "../schemas/constraints.ts";
import { type Contract, type ContractOperation, deref, type Named, type Parameter, type ParameterPlace, type Schema } from "../../contract/index.ts";
import { defined } from "../text/defined.ts";
import { idempotencyKeyOf, isIdempotencyKey } from "./idempotency.ts";
import { type Kind, kindsOf, schemaOf } from "./parameter-schema.ts";
import { checkName, checkStyle } from "./parameter-support.ts";
import { isInt64 } from "../schemas/schema-types.ts";

/** The order of parameters in a method's input. */
const PLACES: readonly ParameterPlace[] = ["path", "query", "header", "cookie"];

/** OpenAPI 3.1 §4.8.12.2: the contract defines headers with these names elsewhere. */
const IGNORED_HEADERS = new Set(["accept", "authorization", "content-type"]);

/** The parameters of an operation in one place. */
export function parametersOf({ parameters }: ContractOperation, place: ParameterPlace): Parameter[] {
  return parameters.filter((parameter) => parameter.in === place && !isIdempotencyKey(parameter) && !isIgnored(parameter));
}

function isIgnored({ in: place, name }: Parameter): boolean {
  return place === "header" && IGNORED_HEADERS.has(name.toLowerCase());
}

/** All parameters of an operation, in the order of a method's input. */
export function inputParameters(operation: ContractOperation): Parameter[] {
  return PLACES.flatMap((place) => parametersOf(operation, place));
}

/** Returns the rows of the parameters in one place. Reports parameters that clients cannot send. */
export function parameterRows(contract: Contract, operation: ContractOperation, place: ParameterPlace): Named<ParameterRow> | undefined {
  const parameters = parametersOf(operation, place);
  if (parameters.length === 0) return undefined;
  return Object.fromEntries(parameters.map((parameter) => [parameter.name, parameterRow(contract, operation, parameter)]));
}

function parameterRow(contract: Contract, operation: ContractOperation, parameter: Parameter): ParameterRow {
  const { id, pagination = {} } = operation;
  const { schema, mediaType } = schemaOf(contract, parameter);
  const kinds = kindsOf(contract, schema);
  checkName(contract, id, parameter);
  checkStyle(contract, id, parameter, kinds);
  if (isInt64(deref(contract, schema)) && Object.values(pagination).includes(parameter.name))
    contract.report(
      parameter,
      `${id}: the parameter ${parameter.name} has "format: int64", which clients write as text, but positions of lists are numbers: remove the format, and set the range that clients may send`,
    );
  const isRequired = parameter.required === true;
  return {
    ...valueRow(contract, schema),
    ...(isRequired ? { required: true } : {}),
    // An empty array or object is not sent, so a required one must not be empty.
    ...(isRequired && mediaType === undefined ? filledRow(contract, schema, kinds) : {}),
    ...(kinds.has("null") && (!isRequired || mediaType !== undefined) ? { nullable: true } : {}),
    ...(mediaType === undefined ? styleRow(parameter, kinds) : { mediaType }),
  };
}

function valueRow(contract: Contract, schema: Schema): ParameterRow {
  const { type, enum: values } = deref(contract, schema);
  const [only, ...others] = [type].flat().filter((name) => name !== "null");
  const known = values?.filter((value) => value !== null);
  return defined({
    type: others.length === 0 ? rowType(only) : undefined,
    enum: known?.every(isScalar) === true ? known : undefined,
    ...constraintsOf(contract, schema),
  });
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function filledRow(contract: Contract, schema: Schema, kinds: ReadonlySet<Kind>): ParameterRow {
  const { minItems = 0, minProperties = 0 } = deref(contract, schema);
  return {
    ...(kinds.has("array") ? { minItems: Math.max(1, minItems) } : {}),
    ...(kinds.has("object") ? { minProperties: Math.max(1, minProperties) } : {}),
  };
}

const STYLES = ["simple", "label", "matrix", "form", "spaceDelimited", "pipeDelimited", "deepObject"] as const;

/** The style of a parameter, unless core's plain `writeUrl` writes it: scalars, and comma lists. */
function styleRow(parameter: Parameter, kinds: ReadonlySet<Kind>): ParameterRow {
  const place = parameter.in;
  const fallback = place === "path" || place === "header" ? "simple" : "form";
  const style = STYLES.find((name) => name === parameter.style) ?? fallback;
  const isParted = kinds.has("array") || kinds.has("object");
  const explode = isParted && style !== "deepObject" && (parameter.explode ?? style === "form");
  const isPlain = !explode && (!isParted || (place === "query" && !kinds.has("object")));
  return {
    ...(style === fallback && isPlain ? {} : { style }),
    ...(explode ? { explode } : {}),
    ...(parameter.allowReserved === true ? { allowReserved: true } : {}),
  };
}

/** Whether the URLs of an operation need more than core's plain `writeUrl`. */
export function needsStyles({
  pathParameters = {},
  queryParameters = {},
}: {
  readonly pathParameters?: Named<ParameterRow>;
  readonly queryParameters?: Named<ParameterRow>;
}): boolean {
  const rows = [...Object.values(pathParameters), ...Object.values(queryParameters)];
  return (
    rows.some(({ style, explode, allowReserved, mediaType, nullable }) => (style ?? explode ?? allowReserved ?? mediaType ?? nullable) !== undefined) ||
    Object.keys(queryParameters).some((name) => encodeURIComponent(name) !== name)
  );
}

/**
 * Reports duplicate names, and path parameters that are not both declared and in the path.
 *
 * @param credentials The inputs with the operation's credentials.
 */
export function checkCollisions(contract: Contract, operation: ContractOperation, credentials: readonly string[] = []): void {
  const { id, address, body, pagination } = operation;
  const parameters = inputParameters(operation);
  const idempotencyKey = idempotencyKeyOf(contract, operation);
  const taken = new Map<string, string>([
    ...(body === undefined ? [] : [["body", "as the request body"] as const]),
    ...credentials.map((name) => [name, "as a credential"] as const),
    ...(address === undefined ? [] : [[address, "as its address"] as const]),
    ...(idempotencyKey === undefined ? [] : [[idempotencyKey, "in header"] as const]),
  ]);
  const headers = new Set<string>(idempotencyKey === undefined ? [] : [idempotencyKey.toLowerCase()]);
  for (const parameter of parameters) {
    const [name, place] = [parameter.name, `in ${parameter.in}`];
    const earlier = taken.get(name);
    if (earlier !== undefined)
      contract.report(parameter, `${id} has ${name} ${earlier} and ${place}, but names in the method's input must be unique: rename one`);
    taken.set(name, place);
    if (parameter.in !== "header") continue;
    if (headers.has(name.toLowerCase()))
      contract.report(parameter, `${id}: the header ${name} exists twice, in different cases, which HTTP does not distinguish: remove one`);
    headers.add(name.toLowerCase());
  }
  checkUndeclared(contract, operation);
  checkSpread(contract, operation);
  if (pagination?.["style"] !== "cursor-body") return;
  for (const parameter of parameters)
    contract.report(parameter, `${id}: a list with the position in its body must have no parameters; it has ${parameter.name}`);
}

/** A name in braces is a parameter. Undeclared, its braces would be sent. */
function checkUndeclared(contract: Contract, operation: ContractOperation): void {
  const { id, path, definition } = operation;
  const names = [...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => name);
  const declared = parametersOf(operation, "path");
  for (const name of names)
    if (!declared.some((parameter) => parameter.name === name))
      contract.report(definition, `${id}: the path has {${name}} but no path parameter ${name}: declare it`);
  if (operation.address !== undefined) return;
  for (const parameter of declared)
    if (!names.includes(parameter.name))
      contract.report(
        parameter,
        `${id} has the path parameter ${parameter.name}, but its path has no {${parameter.name}}: remove the parameter, or add it to the path`,
      );
}

/** An exploded object in the query writes its properties among the other parameters. */
function checkSpread(contract: Contract, operation: ContractOperation): void {
  const parameters = parametersOf(operation, "query");
  const names = new Set(parameters.map(({ name }) => name));
  for (const parameter of parameters) {
    const { name, style = "form", explode = style === "form", schema } = parameter;
    if (style !== "form" || !explode || schema === undefined) continue;
    for (const member of Object.keys(deref(contract, schema).properties ?? {}))
      if (names.has(member))
        contract.report(
          parameter,
          `${operation.id}: ${name} is exploded, so its property ${member} has the name of the query parameter ${member}: rename one, if the service does`,
        );
  }
}
