import { isSameJson } from "../../core/values/json.ts";
import { matches } from "../filter/filter-evaluate.ts";
import type { ScimPath } from "./scim-path.ts";

/** An operation of a patch with a parsed path. */
export interface ScimChange {
  readonly op: "add" | "replace" | "remove";
  readonly path: ScimPath;
  /** `undefined` if the operation has none. */
  readonly value: unknown;
}

/** A change cannot be made. */
export class ScimPatchError extends Error {
  override readonly name = "ScimPatchError";
}

type Json = { [name: string]: unknown };

// More than any real user has, and few enough to compare with each other.
const MOST_VALUES = 100;

/**
 * Applies one change of a patch in place (RFC 7644 §3.5.2), to a copy that the caller checks.
 *
 * @throws ScimPatchError if the change cannot be made.
 */
export function applyScimChange(resource: Json, { op, path, value }: ScimChange): void {
  checkNames(value);
  let holder = resource;
  if (path.extension !== undefined) holder = openProperty(holder, path.extension, op);
  const { attribute, subAttribute } = path;
  if (subAttribute === undefined) return change(holder, attribute, op, path, value);
  const inner = holder[keyOf(holder, attribute)];
  // RFC 7644 §3.5.2: a sub-attribute of an array is that of each of its values.
  if (Array.isArray(inner)) for (const element of inner.filter(isObject)) change(element, subAttribute, op, path, value);
  else change(openProperty(holder, attribute, op), subAttribute, op, path, value);
}

function change(holder: Json, name: string, op: ScimChange["op"], path: ScimPath, value: unknown): void {
  const key = keyOf(holder, name);
  if (path.filter !== undefined) changeSelected(holder, key, op, path, value);
  else if (op === "remove") remove(holder, key, value);
  else if (value === undefined) throw new ScimPatchError(`${op} of ${name} has no value`);
  else set(holder, key, op, value);
}

/** RFC 7644 §3.5.2.1, §3.5.2.3: complex values are merged, arrays are extended or replaced. */
function set(holder: Json, key: string, op: ScimChange["op"], value: unknown): void {
  const present = Object.hasOwn(holder, key) ? holder[key] : undefined;
  // RFC 7643 §2.5: null and an empty array mean no value.
  if (value === null) {
    if (op === "replace") Reflect.deleteProperty(holder, key);
  } else if (Array.isArray(present) || Array.isArray(value)) {
    const given: unknown[] = structuredClone(Array.isArray(value) ? value : [value]);
    const before = op === "add" && Array.isArray(present) ? present : [];
    if (before.length + given.length > MOST_VALUES) throw new ScimPatchError(`${key} has more than ${MOST_VALUES} values`);
    // RFC 7644 §3.5.2.1: an existing value is not added again.
    const fresh = given.filter((element, index) => ![...before, ...given.slice(0, index)].some((other) => isSameJson(other, element)));
    holder[key] = onePrimary([...before, ...(op === "add" ? fresh : given)], op === "add" ? fresh : given);
  } else if (isObject(present)) {
    if (!isObject(value)) throw new ScimPatchError(`${key} has sub-attributes and cannot be ${JSON.stringify(value)}`);
    for (const [name, property] of Object.entries(value)) set(present, keyOf(present, name), "replace", property);
  } else {
    holder[key] = structuredClone(value);
  }
}

function changeSelected(holder: Json, key: string, op: ScimChange["op"], { filter, property }: ScimPath, value: unknown): void {
  const list = Object.hasOwn(holder, key) ? holder[key] : [];
  if (!Array.isArray(list)) throw new ScimPatchError(`${key} has a single value, so that a filter selects nothing`);
  const selected = filter === undefined ? [] : list.filter((element: unknown) => matches(filter, (attribute) => valuesIn(element, attribute)));
  // RFC 7644 §3.12: noTarget, "the path value contains a filter that yields no match".
  if (selected.length === 0) throw new ScimPatchError(`no value of ${key} is selected`);
  const others = list.filter((element) => !selected.includes(element));
  if (op === "remove" && property === undefined) return keep(holder, key, others);
  if (op !== "remove" && value === undefined) throw new ScimPatchError(`${op} of ${key} has no value`);
  for (const element of selected) {
    if (property !== undefined && isObject(element)) {
      const name = keyOf(element, property);
      if (op === "remove") Reflect.deleteProperty(element, name);
      else set(element, name, op, value);
    } else if (isObject(element) && isObject(value)) {
      for (const [name, given] of Object.entries(value)) set(element, keyOf(element, name), "replace", given);
    } else if (property === undefined && !isObject(element)) {
      list[list.indexOf(element)] = structuredClone(value);
    } else {
      throw new ScimPatchError(`a value of ${key} has sub-attributes and cannot be ${JSON.stringify(value)}`);
    }
  }
  keep(holder, key, onePrimary(list, selected));
}

/** Removes the values of a `remove`: not in RFC 7644 §3.5.2.2, but some programs send them. */
function remove(holder: Json, key: string, value: unknown): void {
  const present = Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (value === undefined || value === null) return void Reflect.deleteProperty(holder, key);
  if (!Array.isArray(present)) throw new ScimPatchError(`${key} is not a list, so that no values can be removed`);
  const given = Array.isArray(value) ? value : [value];
  if (given.some(Array.isArray)) throw new ScimPatchError(`a value of ${key} must not be a list`);
  const others = present.filter((element) => !given.some((other) => isSameJson(other, element)));
  keep(holder, key, others);
}

/** RFC 7644 §3.5.2.2: an empty array is unassigned. */
function keep(holder: Json, key: string, list: readonly unknown[]): void {
  if (list.length === 0) Reflect.deleteProperty(holder, key);
  else holder[key] = list;
}

/** RFC 7644 §3.5.2: a new primary value makes the others not primary. */
function onePrimary(list: readonly unknown[], changed: readonly unknown[]): unknown[] {
  const primary = changed.filter((element) => isObject(element) && element["primary"] === true).at(-1);
  if (primary === undefined) return [...list];
  return list.map((element) => (element !== primary && isObject(element) && element["primary"] === true ? { ...element, primary: false } : element));
}

/** Returns the inner object; creates it if a value must be added to it. */
function openProperty(holder: Json, name: string, op: ScimChange["op"]): Json {
  const key = keyOf(holder, name);
  const inner = Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (isObject(inner)) return inner;
  if (inner !== undefined && inner !== null) throw new ScimPatchError(`${name} has no sub-attributes`);
  const made: Json = {};
  if (op !== "remove") holder[key] = made;
  return made;
}

/** RFC 7643 §2.1: attribute names are case-insensitive. */
function keyOf(holder: Json, name: string): string {
  return Object.keys(holder).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;
}

/** RFC 7643 §2.1: names begin with a letter, so `__proto__` is invalid at any depth. */
function checkNames(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, property] of Object.entries(value)) {
    if (!Array.isArray(value) && !/^[A-Za-z$]/.test(name)) throw new ScimPatchError(`${JSON.stringify(name)} is not the name of an attribute`);
    checkNames(property);
  }
}

function valuesIn(element: unknown, attribute: string): readonly unknown[] {
  if (!isObject(element)) return attribute.toLowerCase() === "value" ? [element] : [];
  return attribute
    .split(".")
    .reduce<readonly unknown[]>((values, name) => values.flatMap((value) => (isObject(value) ? [value[keyOf(value, name)]] : [])), [element]);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
