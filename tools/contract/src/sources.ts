import { type BaseResolver, getLineColLocation, type Source } from "@redocly/openapi-core";
import type { Place } from "./finding.ts";
import { eachNode, join, type Json, keysOf } from "./json.ts";

/** Where an object or list of a contract stands in its files. */
interface Origin {
  readonly source: Source;
  readonly pointer: string;
}

/** Notes where each object and list of the read files stands: bundling moves them, but keeps them the same objects. */
export async function originsOf(resolver: BaseResolver): Promise<ReadonlyMap<unknown, Origin>> {
  const origins = new Map<unknown, Origin>();
  for (const document of await Promise.all(resolver.cache.values())) {
    if (document instanceof Error) continue;
    eachNode(document.parsed, (node, pointer) => origins.set(node, { source: document.source, pointer }));
  }
  return origins;
}

/** Where the value at a JSON pointer of a bundled document stands: the nearest object above it that a file has, and from there on by its keys. */
export function placeIn(document: Json, origins: ReadonlyMap<unknown, Origin>, pointer: string): Place {
  let origin = origins.get(document) as Origin;
  let node: unknown = document;
  for (const key of keysOf(pointer)) {
    node = typeof node === "object" && node !== null ? (node as Json)[key] : undefined;
    origin = origins.get(node) ?? { source: origin.source, pointer: join(origin.pointer, key) };
  }
  return placeOf(origin);
}

/** The line of a key, or of an element of a list. */
export function placeOf({ source, pointer }: Origin): Place {
  const { start } = getLineColLocation({ source, pointer: pointer === "#" ? "#/" : pointer, reportOnKey: true });
  return { file: source.absoluteRef, line: start.line, column: start.col };
}
