import type { Issue } from "./issues.ts";
import { type Json, objectAt } from "./json.ts";
import type { OperationSpec, ParameterSpec } from "./operation-spec.ts";
import type { SchemaChecks } from "./schema-checks.ts";

/** What a request gives for each place of a parameter. */
export interface ParameterSources {
  /** Not decoded. */
  readonly path: { readonly [name: string]: string };
  /** Not decoded. */
  readonly query: string;
  header(name: string): string | undefined;
}

/** The parameters of a request, typed as the contract types them; `issues` where they are not what it asks for. */
export interface ParsedParameters {
  readonly path: { readonly [name: string]: unknown };
  readonly query: { readonly [name: string]: unknown };
  readonly issues: readonly Issue[];
}

type Values = { [name: string]: unknown };

/**
 * Reads the parameters of a request.
 *
 * Not shown in the material; chosen: unknown query parameters are ignored, as servers do, and a known one that is given twice is refused, because each server
 * picks another of the two.
 */
export function parseParameters(operation: OperationSpec, sources: ParameterSources, checks: SchemaChecks): ParsedParameters {
  const parsed: { path: Values; query: Values; issues: Issue[] } = { path: {}, query: {}, issues: [] };
  const query = sources.query === "" ? undefined : new URLSearchParams(sources.query);
  for (const parameter of operation.parameters) {
    const { name, in: place, schema, required, separator } = parameter;
    const isExploded = schema["type"] === "array" && separator === undefined;
    const texts = textsOf(parameter, sources, query);
    const [text] = texts;
    const pointer = `/${name}`;
    if (text === UNDECODABLE) {
      parsed.issues.push({ in: place, pointer, message: "is not percent-encoded UTF-8", keyword: "syntax" });
    } else if (texts.length > 1 && !isExploded) {
      parsed.issues.push({ in: place, pointer, message: "is given more than once", keyword: "not-allowed" });
    } else if (text === undefined) {
      if (required) parsed.issues.push({ in: place, pointer, message: "is required", keyword: "required" });
    } else {
      const value = isExploded ? texts.map((element) => typed(objectAt(schema, "items"), String(element))) : typed(schema, text, separator);
      parsed.issues.push(...checks.check(place, schema, value).map((issue) => ({ ...issue, pointer: pointer + issue.pointer })));
      if (place !== "header") parsed[place][name] = value;
    }
  }
  return parsed;
}

const UNDECODABLE = Symbol("undecodable");

function textsOf(
  { name, in: place }: ParameterSpec,
  sources: ParameterSources,
  query: URLSearchParams | undefined,
): readonly (string | typeof UNDECODABLE | undefined)[] {
  if (place === "query") return query?.getAll(name) ?? [];
  if (place === "header") return [sources.header(name.toLowerCase())];
  try {
    return [decodeURIComponent(sources.path[name] ?? "")];
  } catch {
    return [UNDECODABLE];
  }
}

/** A text as the type that a schema asks for; a text that is not of that type stays as it is, for the check to refuse. */
function typed(schema: Json, text: string, separator = ","): unknown {
  switch (schema["type"]) {
    case "integer":
      return /^-?(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text;
    case "number":
      return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "array":
      return text.split(separator).map((item) => typed(objectAt(schema, "items"), item));
    default:
      return text;
  }
}
