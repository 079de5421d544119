import { matches } from "./filter-evaluate.ts";
import type { ScimPath } from "./scim-path.ts";

/** One operation of a patch, with its path read. */
export interface ScimChange {
  readonly op: "add" | "replace" | "remove";
  readonly path: ScimPath;
  /** `undefined` where the operation has none. */
  readonly value: unknown;
}

/** A change that cannot be made. */
export class ScimPatchError extends Error {
  override readonly name = "ScimPatchError";
}

type Json = { [name: string]: unknown };

// More values than anybody has, and few enough to be compared with each other at once.
const MOST_VALUES = 100;

/**
 * Makes one change of a patch, by RFC 7644 §3.5.2, in place: the caller gives a copy, and keeps it only if all changes could be made.
 *
 * It knows no schema: which attributes there are and what they hold is decided around it.
 *
 * @throws ScimPatchError where the change cannot be made.
 */
export function applyScimChange(resource: Json, { op, path, value }: ScimChange): void {
  checkNames(value);
  let holder = resource;
  if (path.extension !== undefined) holder = openMember(holder, path.extension, op);
  const { attribute, subAttribute } = path;
  if (subAttribute === undefined) return change(holder, attribute, op, path, value);
  const inner = holder[keyOf(holder, attribute)];
  // RFC 7644 §3.5.2: a sub-attribute of a list is that of each of its values.
  if (Array.isArray(inner)) for (const element of inner.filter(isObject)) change(element, subAttribute, op, path, value);
  else change(openMember(holder, attribute, op), subAttribute, op, path, value);
}

function change(holder: Json, name: string, op: ScimChange["op"], path: ScimPath, value: unknown): void {
  const key = keyOf(holder, name);
  if (path.filter !== undefined) changeSelected(holder, key, op, path, value);
  else if (op === "remove") remove(holder, key, value);
  else if (value === undefined) throw new ScimPatchError(`${op} of ${name} has no value`);
  else set(holder, key, op, value);
}

/** RFC 7644 §3.5.2.1 and §3.5.2.3: simple values are replaced, complex ones merged, lists appended to or replaced. */
function set(holder: Json, key: string, op: ScimChange["op"], value: unknown): void {
  const present = Object.hasOwn(holder, key) ? holder[key] : undefined;
  // RFC 7643 §2.5: null, and an empty list, mean that there is no value.
  if (value === null) {
    if (op === "replace") Reflect.deleteProperty(holder, key);
  } else if (Array.isArray(present) || Array.isArray(value)) {
    const given: unknown[] = structuredClone(Array.isArray(value) ? value : [value]);
    const before = op === "add" && Array.isArray(present) ? present : [];
    if (before.length + given.length > MOST_VALUES) throw new ScimPatchError(`${key} has more than ${MOST_VALUES} values`);
    // RFC 7644 §3.5.2.1: what is there already is not added once more.
    const fresh = given.filter((element, index) => ![...before, ...given.slice(0, index)].some((other) => same(other, element)));
    holder[key] = onePrimary([...before, ...(op === "add" ? fresh : given)], op === "add" ? fresh : given);
  } else if (isObject(present)) {
    if (!isObject(value)) throw new ScimPatchError(`${key} has sub-attributes and cannot be ${JSON.stringify(value)}`);
    for (const [name, member] of Object.entries(value)) set(present, keyOf(present, name), "replace", member);
  } else {
    holder[key] = structuredClone(value);
  }
}

function changeSelected(holder: Json, key: string, op: ScimChange["op"], { filter, member }: ScimPath, value: unknown): void {
  const list = Object.hasOwn(holder, key) ? holder[key] : [];
  if (!Array.isArray(list)) throw new ScimPatchError(`${key} has a single value, so that a filter selects nothing`);
  const selected = filter === undefined ? [] : list.filter((element: unknown) => matches(filter, (attribute) => valuesIn(element, attribute)));
  // RFC 7644 §3.12: noTarget, "the path value contains a filter that yields no match".
  if (selected.length === 0) throw new ScimPatchError(`no value of ${key} is selected`);
  if (op === "remove" && member === undefined)
    return keep(
      holder,
      key,
      list.filter((element) => !selected.includes(element)),
    );
  if (op !== "remove" && value === undefined) throw new ScimPatchError(`${op} of ${key} has no value`);
  for (const element of selected) {
    if (member !== undefined && isObject(element)) {
      const name = keyOf(element, member);
      if (op === "remove") Reflect.deleteProperty(element, name);
      else set(element, name, op, value);
    } else if (isObject(element) && isObject(value)) {
      for (const [name, given] of Object.entries(value)) set(element, keyOf(element, name), "replace", given);
    } else if (member === undefined && !isObject(element)) {
      list[list.indexOf(element)] = structuredClone(value);
    } else {
      throw new ScimPatchError(`a value of ${key} has sub-attributes and cannot be ${JSON.stringify(value)}`);
    }
  }
  keep(
    holder,
    key,
    onePrimary(
      list,
      selected.filter((element) => isObject(element) && element["primary"] === true),
    ),
  );
}

/**
 * RFC 7644 §3.5.2.2. That a remove has a value is not shown in the material, and the RFC does not say what it would mean; chosen: only the values given are
 * removed from a list, as programs that send it expect.
 */
function remove(holder: Json, key: string, value: unknown): void {
  const present = Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (value === undefined || value === null) return void Reflect.deleteProperty(holder, key);
  if (!Array.isArray(present)) throw new ScimPatchError(`${key} has no list of values to remove some from`);
  const given = Array.isArray(value) ? value : [value];
  if (given.some(Array.isArray)) throw new ScimPatchError(`a value of ${key} is no list`);
  keep(
    holder,
    key,
    present.filter((element) => !given.some((other) => same(other, element))),
  );
}

/** RFC 7644 §3.5.2.2: a list without values is unassigned. */
function keep(holder: Json, key: string, list: readonly unknown[]): void {
  if (list.length === 0) Reflect.deleteProperty(holder, key);
  else holder[key] = list;
}

/** RFC 7644 §3.5.2: where a change makes a value the primary one, the others are not any more. */
function onePrimary(list: readonly unknown[], changed: readonly unknown[]): unknown[] {
  const primary = changed.filter((element) => isObject(element) && element["primary"] === true).at(-1);
  if (primary === undefined) return [...list];
  return list.map((element) => (element !== primary && isObject(element) && element["primary"] === true ? { ...element, primary: false } : element));
}

/** The member to go on in; made where it is not there and something is to be put into it. */
function openMember(holder: Json, name: string, op: ScimChange["op"]): Json {
  const key = keyOf(holder, name);
  const inner = Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (isObject(inner)) return inner;
  if (inner !== undefined && inner !== null) throw new ScimPatchError(`${name} has no sub-attributes`);
  const made: Json = {};
  if (op !== "remove") holder[key] = made;
  return made;
}

/** RFC 7643 §2.1: the case of attribute names does not matter. */
function keyOf(holder: Json, name: string): string {
  return Object.keys(holder).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;
}

/** RFC 7643 §2.1: names begin with a letter. So `__proto__` is none, at any depth. */
function checkNames(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value) && !/^[A-Za-z$]/.test(name)) throw new ScimPatchError(`${JSON.stringify(name)} is not the name of an attribute`);
    checkNames(member);
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

/** Whether two JSON values are the same; the order of members does not matter. */
function same(a: unknown, b: unknown): boolean {
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]));
  }
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((element, index) => same(element, b[index]));
  return a === b;
}
