import { digestOf, parseExact } from "./exact-json.ts";

/** What an audit keeps of an event on disk: no content, and only ASCII without tabs. */
export interface Entry {
  /** The id, encoded; a space and the digest for an event without one. */
  readonly key: string;
  readonly digest: string;
  /** In UTC. */
  readonly time: string | undefined;
}

/** Returns the entry of an event as a line, whose order is that of the keys. */
export function writeEntry(id: unknown, json: string, time?: string): string {
  const digest = digestOf(parseExact(json));
  const at = Date.parse(time ?? "");
  return `${keyOf(id, digest)}\t${digest}\t${Number.isNaN(at) ? "" : new Date(at).toISOString()}`;
}

/** Returns the entry of a line. */
export function readEntry(line: string): Entry {
  const [key = "", digest = "", time = ""] = line.split("\t");
  return { key, digest, time: time || undefined };
}

/** The ids are those that sinks accept: a rounded number can be the id of another event. */
function keyOf(id: unknown, digest: string): string {
  const text = typeof id === "string" || typeof id === "bigint" || Number.isSafeInteger(id) ? String(id) : "";
  return text === "" || /\p{Surrogate}/u.test(text) ? ` ${digest}` : encodeURIComponent(text);
}

/** Returns the id of a key; `undefined` for an event without one. */
export function idOfKey(key: string): string | undefined {
  return key.startsWith(" ") ? undefined : decodeURIComponent(key);
}

/** Returns the digests of stored copies by key. Their values are of {@link parseExact}. */
export function copiesOf(stored: readonly { readonly key: string; readonly value: unknown }[]): ReadonlyMap<string, readonly string[]> {
  const copies = new Map<string, string[]>();
  for (const { key, value } of stored) copies.set(key, [...(copies.get(key) ?? []), digestOf(value)]);
  return copies;
}
