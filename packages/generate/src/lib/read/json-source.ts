import { Source } from "@redocly/openapi-core";

type Ast = ReturnType<Source["getAst"]>;

/** A file in JSON. Its nodes are read when a place is asked for: a tree of all is large. */
export class JsonSource extends Source {
  readonly parsed: unknown;
  #root: Node | undefined;

  constructor({ absoluteRef, body, mimeType }: Source, parsed: unknown) {
    super(absoluteRef, body, mimeType);
    this.parsed = parsed;
  }

  override getAst(): Ast {
    this.#root ??= nodeAt(this.body, skip(this.body, 0), undefined);
    return this.#root as unknown as Ast;
  }
}

/** Reads a file as JSON; returns it as it is if it is none, or if an object has a key twice. */
export function jsonSource(source: Source): Source {
  try {
    if (!/^\s*[{[]/.test(source.body)) return source;
    const parsed: unknown = JSON.parse(source.body);
    let keys = 0;
    for (const [token] of source.body.matchAll(KEY)) if (token.endsWith(":")) keys += 1;
    return keys === keysIn(parsed) ? new JsonSource(source, parsed) : source;
  } catch {
    return source;
  }
}

function keysIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Object.values(value);
  return own.reduce<number>((sum, member) => sum + keysIn(member), Array.isArray(value) ? 0 : own.length);
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const KEY = new RegExp(String.raw`${STRING}(?:\s*:)?`, "g");
const TOKEN = new RegExp(String.raw`${STRING}|[[\]{}]`, "g");
const SCALAR = new RegExp(String.raw`${STRING}|[^\s,\]}]*`, "y");
const NEXT = /[\s,:]*/y;

/** The kinds of nodes of the YAML reader. */
const [ENTRY, MAP, LIST] = [1, 2, 3];

/** A node as the YAML reader has it, as far as places need it. */
interface Node {
  readonly kind: number;
  readonly parent: Node | undefined;
  readonly startPosition: number;
  readonly endPosition: number;
  readonly key?: object;
  readonly value?: unknown;
  readonly mappings?: readonly Node[];
  readonly items?: readonly Node[];
}

function nodeAt(text: string, start: number, parent: Node | undefined): Node {
  const endPosition = endOf(text, start);
  const kind = text[start] === "{" ? MAP : text[start] === "[" ? LIST : 0;
  let parts: Node[] | undefined;
  const read = (): Node[] => (parts ??= partsOf(text, node));
  const node: Node = {
    kind,
    parent,
    startPosition: start,
    endPosition,
    get mappings() {
      return read();
    },
    get items() {
      return read();
    },
  };
  return node;
}

/** The entries of an object, or the elements of a list. */
function partsOf(text: string, node: Node): Node[] {
  const parts: Node[] = [];
  for (let at = skip(text, node.startPosition + 1); at < node.endPosition - 1;) {
    if (node.kind === LIST) parts.push(nodeAt(text, at, node));
    else {
      const end = endOf(text, at);
      const key = { value: JSON.parse(text.slice(at, end)) as string, startPosition: at, endPosition: end };
      const entry: { -readonly [Name in keyof Node]: Node[Name] } = { kind: ENTRY, parent: node, startPosition: at, endPosition: end, key };
      const value = nodeAt(text, skip(text, end), entry);
      parts.push(Object.assign(entry, { value, endPosition: value.endPosition }));
    }
    at = skip(text, parts.at(-1)?.endPosition ?? node.endPosition);
  }
  return parts;
}

function skip(text: string, at: number): number {
  NEXT.lastIndex = at;
  NEXT.exec(text);
  return NEXT.lastIndex;
}

/** The end of the value at a position. */
function endOf(text: string, start: number): number {
  if (!"{[".includes(text[start] ?? "")) {
    SCALAR.lastIndex = start;
    SCALAR.exec(text);
    return SCALAR.lastIndex;
  }
  TOKEN.lastIndex = start;
  for (let depth = 0, token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    depth += /[[{]/.test(token[0]) && token[0].length === 1 ? 1 : token[0].length === 1 ? -1 : 0;
    if (depth === 0) return TOKEN.lastIndex;
  }
  return text.length;
}
