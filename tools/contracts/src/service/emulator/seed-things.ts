import { isObject, type Json } from "@keywright/generate/contract";
import type { FoundResource } from "./find-resources.ts";
import { formOf, type OperationFacts, parametersIn, shownItems } from "./operation-facts.ts";
import { examplesOf, objectOf } from "./schemas.ts";

/** A thing of the first state, as `Thing` of the emulator. */
export interface SeedThing {
  readonly ids: readonly string[];
  readonly value: Json;
}

/** What is known of the ids of a resource. */
export interface IdFacts {
  /** The property that is the last id of the path. */
  readonly id: string | undefined;
  /** Whether the path has an id for each thing; otherwise there is one thing. */
  readonly isNumbered: boolean;
  /** The properties that are other ids of the path. */
  readonly above: { readonly [property: string]: number };
}

/**
 * The first state of a resource: what lists show, in their order, and a thing at each path that an example of the contract leads to.
 *
 * @param operations All operations of the contract.
 * @param whole What a thing must have.
 */
export function seedThings(
  document: Json,
  resource: FoundResource,
  operations: readonly OperationFacts[],
  { id, isNumbered, above }: IdFacts,
  whole: Json,
): readonly SeedThing[] {
  const count = parametersIn(resource.path).length;
  const things = new Map<string, SeedThing>();
  const has = (ids: readonly string[]): boolean => things.has(JSON.stringify(ids));
  const add = (ids: readonly string[], value: Json): void => {
    const key = JSON.stringify(ids);
    const merged = { ...(things.get(key)?.value ?? whole), ...value };
    const places = { ...above, ...(id === undefined ? {} : { [id]: count - 1 }) };
    const own = Object.entries(places).map(([property, place]) => [property, typeof merged[property] === "number" ? Number(ids[place]) : ids[place]] as const);
    things.set(key, { ids, value: { ...merged, ...Object.fromEntries(own) } });
  };
  const parentsOf = (operation: OperationFacts): readonly string[] => pathExamples(document, operation).slice(0, count - (isNumbered ? 1 : 0));
  for (const [operation, verb] of resource.operations) {
    if (verb !== "list") continue;
    for (const [index, item] of shownItems(operation).flat().entries()) add([...parentsOf(operation), String((id && item[id]) ?? index + 1)], item);
  }
  const reads = [...resource.operations].filter(([{ method }, verb]) => verb === "read" && method === "GET").map(([operation]) => operation);
  const shown = reads.flatMap((operation) => (operation.answer?.examples ?? []).filter(isObject).map((value) => ({ operation, value })));
  if (id !== undefined)
    for (const { operation, value } of shown) {
      const ids = [...parentsOf(operation), String(value[id])];
      if (has(ids)) add(ids, value);
    }
  // So that a request that the contract shows finds something.
  for (const operation of operations.filter(({ path }) => isBelow(path, resource.path))) {
    const ids = pathExamples(document, operation).slice(0, count);
    if (has(ids)) continue;
    const own = shown.find(({ value }) => id !== undefined && String(value[id]) === ids.at(-1)) ?? shown[0];
    add(ids, own?.value ?? [...things.values()][0]?.value ?? whole);
  }
  return [...things.values()];
}

function isBelow(path: string, above: string): boolean {
  return formOf(path) === formOf(above) || formOf(path).startsWith(`${formOf(above)}/`);
}

/** The examples of the parameters of a path, in their order. */
export function pathExamples(document: Json, { path, parameters }: Pick<OperationFacts, "path" | "parameters">): readonly string[] {
  return parametersIn(path).map((name) => {
    const parameter = parameters.find((each) => each["in"] === "path" && each["name"] === name) ?? {};
    const content = Object.values(objectOf(parameter["content"])).filter(isObject)[0];
    const [example] = examplesOf(document, content ?? parameter);
    return String(example ?? `${name}-1`);
  });
}
