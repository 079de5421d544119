let texts = new WeakMap<object, string>();
let remembered = 0;

// Some megabytes of text, so that a long state is not kept twice.
const MOST_REMEMBERED = 10_000;
const NOT_YET = "";

/**
 * Marks a value of the state, so that it is serialized once for all responses.
 *
 * It is deeply frozen: a change in place throws a `TypeError`, and no response is outdated.
 *
 * @param value Plain data of the state.
 */
export function serializedOnce<T extends object>(value: T): T {
  if (texts.has(value)) return value;
  if (remembered >= MOST_REMEMBERED) {
    texts = new WeakMap();
    remembered = 0;
  }
  freeze(value);
  texts.set(value, NOT_YET);
  remembered += 1;
  return value;
}

function freeze(value: object): void {
  for (const property of Object.values(value)) if (typeof property === "object" && property !== null) freeze(property);
  Object.freeze(value);
}

/** Serializes as `JSON.stringify`, but marked values only once, also as elements of arrays. */
export function writeJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return writeList(value);
  if (texts.has(value) || !Object.values(value).some(isSerializedOnce)) return writeOnce(value);
  const properties = Object.entries(value).filter(([, property]) => property !== undefined);
  return `{${properties.map(([name, property]) => `${JSON.stringify(name)}:${Array.isArray(property) ? writeList(property) : JSON.stringify(property)}`).join(",")}}`;
}

function writeList(list: readonly unknown[]): string {
  return isSerializedOnce(list) ? `[${list.map(writeOnce).join(",")}]` : JSON.stringify(list);
}

/** The first element decides: all elements of an array are of one kind. */
function isSerializedOnce(value: unknown): value is readonly object[] {
  return Array.isArray(value) && typeof value[0] === "object" && value[0] !== null && texts.has(value[0]);
}

function writeOnce(value: object): string {
  const known = texts.get(value);
  if (known !== undefined && known !== NOT_YET) return known;
  const text = JSON.stringify(value);
  if (known === NOT_YET) texts.set(value, text);
  return text;
}
