import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { BaseResolver, bundle, createConfig, getLineColLocation, type Source } from "@redocly/openapi-core";
import type { Place } from "../contract/finding.ts";
import { isObject, join, type Json, keysOf } from "../contract/json.ts";

/** Place of an object or list of a contract in its files. */
interface Origin {
  readonly source: Source;
  readonly pointer: string;
}

/** Files that were read, with the places of their objects as they are written. */
interface Files {
  readonly cache: BaseResolver["cache"];
  readonly pointers: ReadonlyMap<string, ReadonlyMap<unknown, string>>;
}

/** Returns the other files that a contract refers to, by the path of its first file. */
export async function referredFiles(file: string): Promise<readonly string[]> {
  if (!/\$ref["']?\s*:\s*["']?[^"'#\s]/.test(await readFile(file, "utf8"))) return [];
  const config = await createConfig({});
  const resolver = new BaseResolver(config.resolve);
  // Reading the contract reports what cannot be read, with its place.
  await bundle({ ref: file, config, externalRefResolver: resolver }).catch(() => undefined);
  return [...resolver.cache.keys()].filter((path) => path !== file && existsSync(path));
}

/** Finds the origin of an object or list. Bundling moves them but does not copy them. */
type Origins = (node: unknown) => Origin | undefined;

/** The origins of the objects and lists of the files. */
export async function originsOf({ cache, pointers }: Files): Promise<Origins> {
  const results = await Promise.allSettled(cache.values());
  // What an extension refers to need not be readable: it remains as written.
  const documents = results.flatMap((result) => (result.status === "rejected" || result.value instanceof Error ? [] : [result.value]));
  const files = documents.map(({ source }) => ({ source, own: pointers.get(source.absoluteRef) }));
  return (node) => {
    const file = isObject(node) || Array.isArray(node) ? files.find(({ own }) => own?.has(node)) : undefined;
    const pointer = file?.own?.get(node);
    return file === undefined || pointer === undefined ? undefined : { source: file.source, pointer };
  };
}

/** Place of the value at a JSON pointer of a bundled document. */
export function placeIn(document: Json, origins: Origins, pointer: string): Place {
  return placeOf(originAt(document, origins, pointer));
}

/** Whether a place is that of the value at a JSON pointer of a bundled document, or in it. */
export function isWithin({ file, line, column }: Place, document: Json, origins: Origins, pointer: string): boolean {
  const origin = originAt(document, origins, pointer);
  const start = placeOf(origin);
  const { end } = getLineColLocation(origin);
  if (file !== start.file || end === undefined) return false;
  return (line > start.line || (line === start.line && column >= start.column)) && (line < end.line || (line === end.line && column <= end.col));
}

/** The nearest object above a value that is in a file, and the keys from there. */
function originAt(document: Json, origins: Origins, pointer: string): Origin {
  let origin = origins(document);
  if (origin === undefined) throw new TypeError("the document must be one that was read");
  let node: unknown = document;
  for (const key of keysOf(pointer)) {
    node = typeof node === "object" && node !== null ? Reflect.get(node, key) : undefined;
    origin = origins(node) ?? { source: origin.source, pointer: join(origin.pointer, key) };
  }
  return origin;
}

/** The line of a key or of a list element. */
export function placeOf({ source, pointer }: Origin): Place {
  const { start } = getLineColLocation({ source, pointer: pointer === "#" ? "#/" : pointer, reportOnKey: true });
  return { file: source.absoluteRef, line: start.line, column: start.col };
}
