import { isObject, type Json } from "@keywright/generate/contract";
import type { FoundResource } from "./find-resources.ts";
import { isWithin, type OperationFacts, parametersIn, pathExamples, shownItems } from "./operation-facts.ts";

/** A thing of the initial state: `Thing` of the emulator. */
export interface SeedThing {
  readonly ids: readonly string[];
  readonly value: Json;
}

/** What a thing looks like. */
interface ThingShape {
  /** The property with the last id of the path; `undefined` if a thing has none. */
  readonly id: string | undefined;
  /** The properties with ids of the path, and the positions of these. */
  readonly places: { readonly [property: string]: number };
  /** A thing with all required properties. */
  readonly whole: Json;
}

/**
 * Returns a resource's initial state: items of example lists, and a thing at each example path.
 *
 * @param contract All operations of the contract.
 */
export function seedThings(
  document: Json,
  { path, operations }: FoundResource,
  contract: readonly OperationFacts[],
  { id, places, whole }: ThingShape,
): readonly SeedThing[] {
  const count = parametersIn(path).length;
  const things = new Map<string, SeedThing>();
  const has = (ids: readonly string[]): boolean => things.has(JSON.stringify(ids));
  const add = (ids: readonly string[], value: Json): void => {
    const merged = { ...(things.get(JSON.stringify(ids))?.value ?? whole), ...value };
    const own = Object.entries(places).map(([property, place]) => [property, typeof merged[property] === "number" ? Number(ids[place]) : ids[place]]);
    things.set(JSON.stringify(ids), { ids, value: { ...merged, ...(Object.fromEntries(own) as Json) } });
  };
  const parentsOf = (operation: OperationFacts): readonly string[] => pathExamples(document, operation).slice(0, path.endsWith("}") ? count - 1 : count);
  for (const [operation, verb] of operations)
    if (verb === "list")
      for (const [index, item] of shownItems(operation).entries()) add([...parentsOf(operation), String((id && item[id]) ?? index + 1)], item);
  const reads = [...operations].filter(([{ method }, verb]) => verb === "read" && method === "GET").map(([operation]) => operation);
  const shown = reads.flatMap((operation) => (operation.answer?.examples ?? []).filter(isObject).map((value) => ({ operation, value })));
  const idOf = ({ value }: { readonly value: Json }): string | undefined => (id === undefined ? undefined : String(value[id]));
  for (const each of shown) {
    const ids = [...parentsOf(each.operation), String(idOf(each))];
    if (id !== undefined && has(ids)) add(ids, each.value);
  }
  // Every example request finds a thing.
  for (const operation of contract.filter((each) => isWithin(each.path, path))) {
    const ids = pathExamples(document, operation).slice(0, count);
    const own = shown.find((each) => id !== undefined && idOf(each) === ids.at(-1)) ?? shown[0];
    if (!has(ids)) add(ids, own?.value ?? [...things.values()][0]?.value ?? whole);
  }
  return [...things.values()];
}
