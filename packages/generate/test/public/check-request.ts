import { type OriginalOperation, type OriginalParameter, type Original, typesOf } from "./original.ts";

/** Returns what is wrong with a request, by the document as its file has it. */
export async function checkRequest(original: Original, operation: OriginalOperation, path: string, request: Request): Promise<readonly string[]> {
  const url = new URL(request.url);
  const query = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "")
    .map((part) => part.split("=").map((text) => decodeURIComponent(text)) as [string, string]);
  const names = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => name);
  const pattern = new RegExp(`${path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{.+?\}/g, "([^/]*?)")}$`);
  const parts = pattern.exec(url.pathname);
  if (parts === null) return [`the path ${url.pathname} is not ${path}`];
  const problems = operation.parameters.flatMap((parameter) => {
    const value = valueOf(original, parameter, { query, request, segment: parts[names.indexOf(parameter.name) + 1] });
    if (value === undefined) return parameter.required ? [`the ${parameter.in} parameter ${parameter.name} is missing`] : [];
    return original
      .problems(parameter.pointer, value, typeof value === "string" || Array.isArray(value))
      .map((problem) => `the ${parameter.in} parameter ${parameter.name}${problem}`);
  });
  const known = operation.parameters.filter((parameter) => parameter.in === "query");
  const isSpread = known.some((parameter) => isObjectSchema(original, parameter));
  const others = query.filter(
    ([name]) =>
      !original.queryKeys().includes(name) && !isSpread && !known.some((parameter) => parameter.name === name || name.startsWith(`${parameter.name}[`)),
  );
  return [...problems, ...others.map(([name]) => `the query has ${name}`), ...(await checkBody(original, operation, request))];
}

interface Received {
  readonly query: readonly (readonly [string, string])[];
  readonly request: Request;
  readonly segment: string | undefined;
}

/** The value of a parameter, as its style says; `undefined` if it is absent. An object is not read. */
function valueOf(original: Original, parameter: OriginalParameter, { query, request, segment }: Received): unknown {
  const { name, node } = parameter;
  const types = typesOf(original, original.schemaAt(parameter.pointer));
  const isList = types.size === 1 && types.has("array");
  if (parameter.in === "path") return segment === undefined ? undefined : listOf(isList, [decodeURIComponent(segment)], ",");
  if (parameter.in === "header") return listOf(isList, [request.headers.get(name)], ",");
  if (parameter.in !== "query" || isObjectSchema(original, parameter)) return parameter.in === "query" ? {} : undefined;
  const own = query.filter(([key]) => key === name).map(([, value]) => value);
  if (own.length === 0) return undefined;
  if (node["content"] !== undefined) return JSON.parse(own[0] ?? "");
  const isExploded = node["schema"] === undefined ? node["collectionFormat"] === "multi" : node["explode"] !== false && (node["style"] ?? "form") === "form";
  const separator = { spaceDelimited: " ", pipeDelimited: "|", ssv: " ", pipes: "|" }[String(node["style"] ?? node["collectionFormat"])] ?? ",";
  return isExploded && (isList || (own.length > 1 && types.has("array"))) ? own : listOf(isList, own, separator);
}

function listOf(isList: boolean, values: readonly (string | null)[], separator: string): unknown {
  const [value] = values;
  if (value === null || value === undefined) return undefined;
  return isList ? value.split(separator) : value;
}

function isObjectSchema(original: Original, { pointer }: OriginalParameter): boolean {
  return typesOf(original, original.schemaAt(pointer)).has("object");
}

async function checkBody(original: Original, { bodies, isBodyRequired, fields }: OriginalOperation, request: Request): Promise<readonly string[]> {
  const type = request.headers.get("content-type")?.replace(/;.*/, "").trim().toLowerCase();
  if (type === undefined) return isBodyRequired ? ["the body is missing"] : [];
  if (fields.length > 0) {
    const form = await request.formData();
    return fields.filter(({ name, required }) => required && !form.has(name)).map(({ name }) => `the field ${name} is missing`);
  }
  const [found] = [...bodies].filter(([media]) => media.replace(/;.*/, "").trim().toLowerCase() === type || media === "*/*");
  if (found === undefined) return [`the body is ${type}, which is none of ${[...bodies.keys()].join(", ")}`];
  const [, pointer] = found;
  if (/[/+]json$/.test(type) && pointer !== "") return original.problems(pointer, await request.json()).map((problem) => `the body${problem}`);
  if (type !== "application/x-www-form-urlencoded") return [];
  const required = original.schemaAt(pointer)["required"];
  const form = new URLSearchParams(await request.text());
  return (Array.isArray(required) ? required : []).filter((name) => !form.has(String(name))).map((name) => `the field ${String(name)} is missing`);
}
