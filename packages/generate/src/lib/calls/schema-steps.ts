import { type Contract, deref, isObject, type Schema, schemaKey } from "../contract/index.ts";
import { isNullable, propertiesOf, requiredOf, typeName } from "../generator/schemas/schema-types.ts";

/** The step from an array to its items. */
export const ITEM = Symbol("item");

/** A step from a schema to a part of it: the name of a property, or {@link ITEM}. */
export type Step = string | typeof ITEM;

/** Reads a place such as `.fields[].label`; `undefined` for alternatives and maps. */
export function readSteps(place: string): readonly Step[] | undefined {
  const found = [...place.matchAll(/\.([^.[\]()\s]+)|\[\]/g)];
  return found.map(([text]) => text).join("") === place ? found.map(([, name]) => name ?? ITEM) : undefined;
}

/** Returns the part of a schema after some steps; `undefined` if it does not have it. */
export function partAt(contract: Contract, schema: Schema, steps: readonly Step[]): Schema | undefined {
  return steps.reduce<Schema | undefined>((at, step) => at && partsOf(contract, at).get(step), schema);
}

/** Whether a response can lack the value after a step; before a further step, null counts, too. */
export function canBeMissing(contract: Contract, schema: Schema, [step, next]: readonly Step[]): boolean {
  if (step === undefined) return false;
  if (step === ITEM || !requiredOf(contract, single(contract, schema)).has(step)) return true;
  return next !== undefined && isNullable(contract, partsOf(contract, schema).get(step));
}

/** Returns the shortest steps from a schema to the one of a type; `undefined` if there are none. */
export function stepsTo(contract: Contract, schema: Schema, type: string): readonly Step[] | undefined {
  const seen = new Set<Schema>();
  let level: readonly (readonly [at: Schema, steps: readonly Step[]])[] = [[schema, []]];
  while (level.length > 0) {
    const found = level.find(([at]) => isType(contract, at, type));
    if (found !== undefined) return found[1];
    level = level.flatMap(([at, steps]) => {
      const target = deref(contract, at);
      if (seen.has(target)) return [];
      seen.add(target);
      return [...partsOf(contract, at)].map(([step, part]) => [part, [...steps, step]] as const);
    });
  }
  return undefined;
}

function isType(contract: Contract, schema: Schema, type: string): boolean {
  return [schema, single(contract, schema)].some((one) => {
    const name = schemaKey(one);
    return name !== undefined && typeName(contract, name) === type;
  });
}

function partsOf(contract: Contract, schema: Schema): ReadonlyMap<Step, Schema> {
  const one = single(contract, schema);
  const { items } = deref(contract, one);
  const properties = Object.entries(propertiesOf(contract, one)).filter(([, part]) => isObject(part));
  return new Map<Step, Schema>([...properties, ...(items === undefined ? [] : [[ITEM, items] as const])]);
}

/** The only alternative of a schema other than null, or the schema. */
function single(contract: Contract, schema: Schema): Schema {
  const { oneOf, anyOf } = deref(contract, schema);
  const [only, ...others] = (oneOf ?? anyOf ?? []).filter((one) => deref(contract, one).type !== "null");
  return only === undefined || others.length > 0 ? schema : single(contract, only);
}
