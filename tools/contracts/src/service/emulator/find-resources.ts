import type { Json } from "@keywright/generate/contract";
import { camelOf } from "@keywright/tool-test-kit/services";
import { objectSchema } from "./document.ts";
import { formOf, isWithin, itemSchema, type OperationFacts, parametersIn } from "./operation-facts.ts";

/** The action of an operation on a resource. */
export type Verb = "list" | "create" | "read" | "replace" | "patch" | "remove";

/** A resource: the operations on the path of a thing and on the path of its list. */
export interface FoundResource {
  readonly name: string;
  /** The path of one thing; for a resource with only a list, no operation has its parameter. */
  readonly path: string;
  readonly schema: Json;
  /** The operations with their verbs. */
  readonly operations: ReadonlyMap<OperationFacts, Verb>;
}

const VERBS: { readonly [method: string]: Verb } = { GET: "read", HEAD: "read", PUT: "replace", PATCH: "patch", DELETE: "remove" };

/** Finds resources by paths: `/a` and `/a/{id}`, or `/a` if a list or a thing that can change. */
export function findResources(document: Json, operations: readonly OperationFacts[]): FoundResource[] {
  const at = (path: string): readonly OperationFacts[] => operations.filter((operation) => formOf(operation.path) === formOf(path));
  const paths = [...new Map(operations.map(({ path }) => [formOf(path), path])).values()];
  const things = paths.filter((path) => isThing(document, path, at(path)));
  const lists = paths.filter((path) => at(path).some(isList) && !things.some((thing) => formOf(above(thing)) === formOf(path) && thing.endsWith("}")));
  const found = [
    ...things.map((path) => resourceAt(document, path, at(path), path.endsWith("}") ? at(above(path)) : [])),
    ...lists.map((path) => resourceAt(document, `${path}/{id}`, [], at(path))),
  ].filter((resource) => resource !== undefined);
  return withNames(found);
}

function isList(operation: OperationFacts): boolean {
  return operation.items !== undefined && (operation.method === "GET" || operation.pagination !== undefined);
}

/** Returns whether a path is of one thing: it ends in a parameter, or can be read and changed. */
function isThing(document: Json, path: string, operations: readonly OperationFacts[]): boolean {
  const has = (...methods: readonly string[]): boolean => operations.some(({ method }) => methods.includes(method));
  if (operations.some(isList)) return false;
  if (/\/\{[^/]+\}$/.test(path)) return has("GET", "PUT", "PATCH", "DELETE");
  return has("GET") && has("PUT", "PATCH") && operations.some(({ method, answer }) => method === "GET" && objectSchema(document, answer?.schema) !== undefined);
}

function resourceAt(document: Json, path: string, own: readonly OperationFacts[], whole: readonly OperationFacts[]): FoundResource | undefined {
  const operations = new Map<OperationFacts, Verb>();
  const isObject = (schema: unknown): boolean => objectSchema(document, schema) !== undefined;
  // An operation that returns something other than a thing is no verb of the resource.
  const returnsThing = ({ success, answer }: OperationFacts): boolean => (answer === undefined ? success["content"] === undefined : isObject(answer.schema));
  for (const operation of own) {
    const verb = returnsThing(operation) ? verbOf(operation, isObject) : undefined;
    if (verb !== undefined) operations.set(operation, verb);
  }
  for (const operation of whole) {
    if (isList(operation)) operations.set(operation, "list");
    else if (operation.method === "POST" && isCreation(operation) && returnsThing(operation) && isObject(operation.request?.schema))
      operations.set(operation, "create");
  }
  const schema = schemaOf(document, operations);
  return schema === undefined || operations.size === 0 ? undefined : { name: "", path, schema, operations };
}

/** The verb of an operation at the path of a thing; `undefined` if it is none of the resource. */
function verbOf({ method, status, answer, request }: OperationFacts, isObject: (schema: unknown) => boolean): Verb | undefined {
  const verb = VERBS[method];
  if (status > 204 || status === 202) return undefined;
  if (method === "GET" && answer === undefined) return undefined;
  if (verb === "replace" && !isObject(request?.schema)) return undefined;
  return verb === "patch" && request === undefined ? undefined : verb;
}

function isCreation({ status, success, definition }: OperationFacts): boolean {
  if (definition["x-poll"] !== undefined) return false;
  return status === 201 || (status === 200 && success["content"] !== undefined) || (status === 204 && "Location" in Object(success["headers"]));
}

/** Verbs by how well their responses show a whole thing, the best first. */
const SHOWING: readonly Verb[] = ["read", "list", "replace", "patch", "create"];

/** Returns the schema of a thing: from reading it, or else from the closest operation. */
function schemaOf(document: Json, operations: FoundResource["operations"]): Json | undefined {
  const all = [...operations.keys()];
  const shown = SHOWING.map((verb) => all.find((operation) => operations.get(operation) === verb && operation.answer !== undefined));
  const best = shown.find((operation) => operation !== undefined);
  if (best === undefined) return all.find(({ request }) => request !== undefined)?.request?.schema;
  return operations.get(best) === "list" ? itemSchema(document, best) : best.answer?.schema;
}

/** Names resources by their path's last word; equal ones by all words, then by a number. */
function withNames(found: readonly FoundResource[]): FoundResource[] {
  const short = ({ path }: FoundResource): string => camel(wordsOf(path).slice(-1));
  const count = (name: string): number => found.filter((resource) => short(resource) === name).length;
  const taken = new Set<string>();
  return found.map((resource) => {
    const whole = count(short(resource)) > 1 ? camel(wordsOf(resource.path)) : short(resource);
    let name = whole;
    // Two paths may differ only in their parameters: `/seats/{row}` and `/seats/{row},{number}`.
    for (let number = 2; taken.has(name); number += 1) name = `${whole}${number}`;
    taken.add(name);
    return { ...resource, name };
  });
}

function wordsOf(path: string): readonly string[] {
  const words = path.split("/").filter((segment) => segment !== "" && !segment.includes("{"));
  return words.length === 0 ? ["things"] : words;
}

function camel(words: readonly string[]): string {
  const name = camelOf(words.join("-").replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-"));
  return /^\d/.test(name) ? `v${name}` : name;
}

/** Returns the parent resource of a path: the nearest one whose thing is above it. */
export function parentOf<Resource extends FoundResource>(path: string, resources: readonly Resource[]): Resource | undefined {
  const nearby = resources.filter(
    (resource) => isWithin(path, resource.path) && formOf(path) !== formOf(resource.path) && parametersIn(resource.path).length > 0,
  );
  return nearby.sort((one, other) => other.path.length - one.path.length)[0];
}

function above(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
