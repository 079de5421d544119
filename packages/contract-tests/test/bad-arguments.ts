import { inspect } from "node:util";
import { isKeywrightError } from "@keywright/core";

/** A published function of any kind. */
export type Callable = (...args: readonly unknown[]) => unknown;

/** What a function takes: good values in their order, of which the first so many are needed. */
export interface Good {
  readonly values: readonly unknown[];
  readonly needed: number;
}

// What a lookup gives that found nothing, and one value of each kind.
const BAD_VALUES: readonly unknown[] = [
  undefined,
  null,
  7,
  NaN,
  7n,
  true,
  "text",
  Symbol("text"),
  {},
  [],
  [null],
  Object.create(null),
  Promise.resolve({}),
  () => {},
];

const BAD_METHODS: readonly unknown[] = [undefined, 7];

/** A call with one bad value among good ones, or with nothing at all. */
export interface BadCall {
  readonly args: readonly unknown[];
  /** What is wrong with it, for people. */
  readonly told: string;
  /** Whether it lacks what is needed. */
  readonly lacks: boolean;
  /** Whether it is a good call as well: what may be left out was, or has no members. */
  readonly works: boolean;
}

/** The bad calls of a function: each kind of value in the place of each argument, unless it is of the kind that belongs there. */
export function badCalls({ values, needed }: Good): BadCall[] {
  const calls = values.flatMap((value, place) =>
    BAD_VALUES.filter((bad) => typeof bad === "object" || typeof bad !== typeof value).map((bad) => ({
      args: values.map((good, index) => (index === place ? bad : good)),
      told: `argument ${place + 1} is ${typeof bad === "function" ? "a function" : inspect(bad)}`,
      lacks: place < needed && (bad === undefined || bad === null),
      works: place >= needed && (bad === undefined || typeof bad === "object"),
    })),
  );
  // With and without what may be left out.
  const lengths = [...new Set([needed, values.length])];
  const inner = values.flatMap((value, place) =>
    alteredCopies(value).flatMap(([copy, told]) =>
      lengths
        .filter((length) => place < length)
        .map((length) => ({
          args: values.slice(0, length).map((good, index) => (index === place ? copy : good)),
          told: `${told} of argument ${place + 1} of ${length}`,
          lacks: false,
          works: true,
        })),
    ),
  );
  return [{ args: [], told: "there are no arguments", lacks: needed > 0, works: needed === 0 }, ...calls, ...inner];
}

/** Copies of an object or a list, each with one bad value in the place of a property or an element. Of a client's many methods, each alone is replaced. */
function alteredCopies(value: unknown): (readonly [copy: unknown, told: string])[] {
  if (typeof value !== "object" || value === null || ![Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value) as object)) return [];
  const copyWith = (name: string, bad: unknown) =>
    Array.isArray(value) ? Object.assign([...(value as unknown[])], { [name]: bad }) : { ...value, [name]: bad };
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const bad = (typeof inner === "function" ? BAD_METHODS : BAD_VALUES).map(
      (each) => [copyWith(name, each), `${name} is ${inspect(each)}, a property`] as const,
    );
    return [...bad, ...alteredCopies(inner).map(([copy, told]) => [copyWith(name, copy), told] as const)];
  });
}

/** The functions that an export is or holds, by the way that leads to each, such as `listItemsFilter.eq`. Classes of errors are no functions: they are for `instanceof`. */
export function functionsIn(name: string, value: unknown, above: readonly unknown[] = []): [string, Callable][] {
  if (above.includes(value) || (typeof value === "function" && (value.prototype as unknown) instanceof Error)) return [];
  const own: [string, Callable][] = typeof value === "function" ? [[name, value as Callable]] : [];
  return [...own, ...propertiesOf(value).flatMap(([member, inner]) => functionsIn(`${name}.${member}`, inner, [...above, value]))];
}

/** The methods of what a function gave, such as `itemPatch().set`. */
export function methodsOf(name: string, made: unknown): [string, Callable][] {
  return propertiesOf(made).flatMap(([member, inner]) => functionsIn(`${name}().${member}`, inner, [made]));
}

/** The members of objects, lists and functions; those of a class of the platform are its own affair. */
function propertiesOf(value: unknown): [string, unknown][] {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return [];
  if (typeof value === "object" && ![Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value) as object)) return [];
  const names = Object.getOwnPropertyNames(value).filter((name) => !["length", "name", "prototype"].includes(name));
  return names.map((name) => [name, (value as { readonly [name: string]: unknown })[name]]);
}

/** How a call ended. */
export type Outcome = { readonly error: unknown } | { readonly value: unknown };

/** Waits for what becomes of a call, but not long. A list is asked for its first element; what can be closed is. */
export async function outcomeOf(call: () => unknown): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new TypeError("it is not a function that ends within two seconds")), 2000);
  });
  try {
    return { value: await Promise.race([settle(call), late]) };
  } catch (error) {
    return { error };
  } finally {
    clearTimeout(timer);
  }
}

async function settle(call: () => unknown): Promise<unknown> {
  const value = await call();
  if (typeof value !== "object" || value === null) return value;
  if ("close" in value && typeof value.close === "function") await (value.close as () => Promise<void>)();
  if (!(Symbol.asyncIterator in value)) return value;
  const iterator = (value as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  const first = await iterator.next();
  await iterator.return?.();
  return first;
}

// What V8 and Node say of a value that is not what their own functions take.
const WORDS_OF_THE_ENGINE =
  /Cannot (?:read|set|convert|destructure|use|access|mix)|is not (?:a function|iterable|a constructor|an object)|non-object|Invalid (?:time|array|URL|value)|Failed to|must be of type|object null/;

/** Whether an error is told as ours are: those of clients by their class, those of the emulator in words of its own. */
export function isOurs(error: unknown): boolean {
  return isKeywrightError(error) || (error instanceof Error && !WORDS_OF_THE_ENGINE.test(error.message));
}
