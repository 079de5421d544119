import { constraintsOf } from "./constraints.ts";
import { type Contract, ContractError, type ContractOperation, deref, type Json } from "./contract.ts";
import { int64Of, isInt64, secretsOf, type ValueTree } from "./value-trees.ts";

/** A row of the operation table, as `Operation` in `@keywright/core` describes it. */
export interface OperationRow {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly address: string | undefined;
  readonly retry: unknown;
  readonly security: { readonly scheme: "none" | "basic" | "bearer"; readonly scopes: readonly string[] };
  readonly pathParameters: Json | undefined;
  readonly queryParameters: Json | undefined;
  readonly body: Json | undefined;
  readonly response: { readonly status: number; readonly type: "json" | "text" | "bytes" | "none"; readonly mediaType: string | undefined };
  readonly accept: string;
  readonly pagination: unknown;
  readonly secrets: { readonly request: ValueTree | undefined; readonly response: ValueTree | undefined } | undefined;
  readonly int64: ValueTree | undefined;
}

/** What the run time needs to know of an operation. */
export function operationRow(contract: Contract, operation: ContractOperation): OperationRow {
  const { id, method, path, definition } = operation;
  refuseElsewhere(contract, operation);
  const pathParameters = parameterRows(contract, operation, "path");
  const queryParameters = parameterRows(contract, operation, "query");
  refuseCollisions(operation, [...Object.keys(pathParameters ?? {}), ...Object.keys(queryParameters ?? {})]);
  return {
    id,
    method,
    path,
    address: operation.address,
    retry: definition["x-retry"],
    security: securityOf(contract, operation),
    pathParameters,
    queryParameters,
    body: bodyRow(contract, operation),
    response: successOf(contract, operation),
    accept: acceptOf(contract, operation),
    pagination: definition["x-pagination"],
    secrets: secretsRow(contract, operation),
    int64: int64Of(contract, successContent(contract, operation).schema),
  };
}

/** The parameters of an operation that stand in its path or in its query. */
export function parametersOf(contract: Contract, { definition }: ContractOperation, place: "path" | "query"): Json[] {
  return (definition["parameters"] as readonly unknown[]).map((parameter) => deref(contract, parameter)).filter((parameter) => parameter["in"] === place);
}

/** The one media type of a request body, with its schema and examples. */
export function bodyOf(
  contract: Contract,
  { id, definition }: ContractOperation,
): { readonly mediaType: string; readonly required: boolean; readonly content: Json } | undefined {
  if (definition["requestBody"] === undefined) return undefined;
  const body = deref(contract, definition["requestBody"]);
  const [entry, ...others] = Object.entries(body["content"] as { [mediaType: string]: Json });
  if (entry === undefined || others.length > 0)
    throw new ContractError(`${id} must have one media type for its body; it has ${others.length === 0 ? "none" : others.length + 1}`);
  return { mediaType: entry[0], required: body["required"] === true, content: entry[1] };
}

/** The one successful answer of an operation. */
export function successContent(
  contract: Contract,
  { id, definition }: ContractOperation,
): { readonly status: number; readonly mediaType: string | undefined; readonly schema: Json | undefined; readonly description: string } {
  const successes = Object.entries(definition["responses"] as Json).filter(([status]) => status.startsWith("2"));
  const [success] = successes;
  if (success === undefined || successes.length > 1)
    throw new ContractError(`${id} must have one successful status; it has ${successes.map(([status]) => status).join(", ") || "none"}`);
  const response = deref(contract, success[1]);
  const [content, ...others] = Object.entries((response["content"] ?? {}) as { [mediaType: string]: Json });
  if (others.length > 0) throw new ContractError(`${id} must have one media type for its status ${success[0]}; it has ${others.length + 1}`);
  if (!/^\d{3}$/.test(success[0])) throw new ContractError(`${id} must name its successful status in full; it says ${success[0]}`);
  return {
    status: Number(success[0]),
    mediaType: content?.[0],
    schema: content?.[1]["schema"] as Json | undefined,
    description: response["description"] as string,
  };
}

function successOf(contract: Contract, operation: ContractOperation): OperationRow["response"] {
  const { status, mediaType } = successContent(contract, operation);
  return { status, type: bodyKind(mediaType), mediaType };
}

/** How a body of a media type is read. */
function bodyKind(mediaType: string | undefined): "json" | "text" | "bytes" | "none" {
  if (mediaType === undefined) return "none";
  if (/[/+]json$/.test(mediaType)) return "json";
  return mediaType.startsWith("text/") ? "text" : "bytes";
}

function acceptOf(contract: Contract, { definition }: ContractOperation): string {
  const statuses = Object.entries(definition["responses"] as Json).sort(([a], [b]) => (a < b ? -1 : 1));
  const types = statuses.flatMap(([, response]) => Object.keys((deref(contract, response)["content"] ?? {}) as Json));
  return [...new Set(types)].join(", ") || "*/*";
}

function parameterRows(contract: Contract, operation: ContractOperation, place: "path" | "query"): Json | undefined {
  const rows = parametersOf(contract, operation, place).map((parameter) => {
    const schema = deref(contract, parameter["schema"]);
    if (isInt64(schema)) throw unwritable(operation, `the parameter ${String(parameter["name"])}`);
    if (place === "query" && schema["type"] === "array" && parameter["explode"] !== false) {
      throw new ContractError(
        `${operation.id}: the query parameter ${String(parameter["name"])} must say "style: form, explode: false": core writes lists with commas`,
      );
    }
    const row = {
      type: schema["type"],
      enum: schema["enum"],
      ...constraintsOf(contract, schema),
      ...(parameter["required"] === true ? { required: true } : {}),
    };
    return [parameter["name"] as string, row] as const;
  });
  return rows.length === 0 ? undefined : Object.fromEntries(rows);
}

function bodyRow(contract: Contract, operation: ContractOperation): Json | undefined {
  const body = bodyOf(contract, operation);
  if (body === undefined) return undefined;
  if (int64Of(contract, body.content["schema"]) !== undefined) throw unwritable(operation, "the body");
  const type = deref(contract, body.content["schema"])["type"] ?? "object";
  return { mediaType: body.mediaType, ...(body.required ? { required: true } : {}), type, ...constraintsOf(contract, body.content["schema"]) };
}

/** Clients read these integers as strings, and write no string where a number is expected. */
function unwritable({ id }: ContractOperation, where: string): ContractError {
  return new ContractError(
    `${id}: ${where} has "format: int64", which is read from answers alone: leave the format out, and give the range that clients may send`,
  );
}

function secretsRow(contract: Contract, operation: ContractOperation): OperationRow["secrets"] {
  const request = secretsOf(contract, bodyOf(contract, operation)?.content["schema"]);
  const response = secretsOf(contract, successContent(contract, operation).schema);
  return request === undefined && response === undefined ? undefined : { request, response };
}

function securityOf(contract: Contract, { id, definition }: ContractOperation): OperationRow["security"] {
  const requirements = (definition["security"] ?? contract.document["security"] ?? []) as readonly Json[];
  if (requirements.length === 0) return { scheme: "none", scopes: [] };
  const [[name, scopes] = [], ...others] = requirements.flatMap((requirement) => Object.entries(requirement) as [string, readonly string[]][]);
  if (name === undefined || scopes === undefined || others.length > 0) throw new ContractError(`${id} must be secured by one scheme, or by "security: []"`);
  const schemes = ((contract.document["components"] as Json)["securitySchemes"] ?? {}) as { [name: string]: Json };
  const scheme = schemes[name];
  if (scheme === undefined) throw new ContractError(`${id} is secured by ${name}, which components.securitySchemes does not define`);
  return { scheme: scheme["type"] === "http" && scheme["scheme"] === "basic" ? "basic" : "bearer", scopes };
}

function refuseElsewhere(contract: Contract, { id, definition }: ContractOperation): void {
  for (const parameter of definition["parameters"] as readonly unknown[]) {
    const { name, in: place } = deref(contract, parameter);
    if (place !== "path" && place !== "query")
      throw new ContractError(`${id}: the parameter ${String(name)} stands in the ${String(place)}: methods take those of path and query alone`);
  }
}

function refuseCollisions(operation: ContractOperation, names: readonly string[]): void {
  const reserved = ["body", "clientId", "clientSecret"];
  const doubled = names.find((name, index) => names.indexOf(name) !== index || reserved.includes(name));
  if (doubled !== undefined)
    throw new ContractError(
      `${operation.id}: the parameter ${doubled} stands twice in the method's input: rename one (path, query, body and credentials share it)`,
    );
  const style = (operation.definition["x-pagination"] as Json | undefined)?.["style"];
  if (style === "cursor-body" && names.length > 0)
    throw new ContractError(`${operation.id}: a list whose body is the position takes no parameters; it has ${names.join(", ")}`);
}
