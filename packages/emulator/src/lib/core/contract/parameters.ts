import type { Issue } from "../values/issues.ts";
import type { OperationSpec, ParameterSpec, Place } from "../schemas/operation-spec.ts";
import { type Pair, type ParameterText, pairsOf, readPairs, readSimple } from "./parameter-styles.ts";
import type { SchemaChecks } from "../schemas/schema-checks.ts";

/** The parts of a request that contain parameters. */
export interface ParameterSources {
  /** Not decoded. */
  readonly path: { readonly [name: string]: string };
  /** Not decoded. */
  readonly query: string;
  header(name: string): string | undefined;
}

/** The parameters of a request with the types of the contract, and their issues. */
export type ParsedParameters = { readonly [place in Place]: { readonly [name: string]: unknown } } & { readonly issues: readonly Issue[] };

type Values = { [name: string]: unknown };

const MESSAGES = { undecodable: "is not percent-encoded UTF-8", twice: "must not be repeated", syntax: "is not valid JSON" } as const;
const KEYWORDS = { undecodable: "syntax", twice: "not-allowed", syntax: "syntax" } as const;

/** Reads and checks parameters. Ignores unknown ones in the query, and reports repeated ones. */
export function parseParameters(operation: OperationSpec, sources: ParameterSources, checks: SchemaChecks): ParsedParameters {
  const parsed: { [place in Place]: Values } & { issues: Issue[] } = { path: {}, query: {}, header: {}, cookie: {}, issues: [] };
  const { parameters } = operation;
  const query = sources.query === "" ? [] : pairsOf(sources.query, "&");
  const cookies = parameters.some((parameter) => parameter.in === "cookie") ? pairsOf(sources.header("cookie") ?? "", ";") : [];
  for (const parameter of parameters) {
    const { name, in: place, schema, required } = parameter;
    const pointer = `/${name}`;
    const read = readOne(parameter, sources, place === "cookie" ? cookies : query, parameters);
    if (read === undefined) {
      if (required) parsed.issues.push({ in: place, pointer, message: "is required", keyword: "required" });
    } else if (typeof read === "string") {
      parsed.issues.push({ in: place, pointer, message: MESSAGES[read], keyword: KEYWORDS[read] });
    } else {
      parsed.issues.push(...checks.check(place, schema, read.value).map((issue) => ({ ...issue, pointer: pointer + issue.pointer })));
      parsed[place][name] = read.value;
    }
  }
  return parsed;
}

function readOne(parameter: ParameterSpec, { path, header }: ParameterSources, pairs: readonly Pair[], others: readonly ParameterSpec[]): ParameterText {
  const { name, in: place } = parameter;
  if (place === "path") return readSimple(parameter, path[name] ?? "", true);
  if (place !== "header") return readPairs(parameter, pairs, (property) => others.some((other) => other.in === place && other.name === property));
  const text = header(name.toLowerCase());
  return text === undefined ? undefined : readSimple(parameter, text, false);
}
