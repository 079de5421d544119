import { dirname, relative } from "node:path";
import { BaseResolver, type Config, type Document, ResolveError, type Source, YamlParseError } from "@redocly/openapi-core";
import { isUrl, mayRead } from "./allowed-references.ts";
import { sizeProblem } from "./document-size.ts";
import { isObject, join, type Json, keysOf, pointersOf } from "../contract/index.ts";
import { normalize, type Pointers, type Reading } from "./normalize.ts";
import { JsonSource, jsonSource } from "./json-source.ts";
import type { Overlaid } from "./overlay.ts";
import type { Selection } from "./selection.ts";
import { placeOf } from "./sources.ts";

/** What a user changes in a contract's first file without editing it. */
interface Changes {
  readonly overlaid: Overlaid | undefined;
  readonly selection: Selection;
}

/** Reads files of the contract's folder, and those that the user allows. */
export class ContractResolver extends BaseResolver {
  readonly #file: string;
  readonly #places: readonly string[];
  readonly #isForeign: boolean;
  readonly #changes: Changes;
  readonly #parsed = new Map<string, unknown>();
  #isOld = false;
  /** Places of the objects of each file by its name, as they are written. */
  readonly pointers = new Map<string, Pointers>();
  /** What was read in another way than it is written, by file. */
  readonly readings: (Reading & { readonly source: Source })[] = [];

  /**
   * @param file The contract's first file, absolute.
   * @param allowed Other folders, files and URLs that the contract may refer to.
   * @param isForeign Whether other versions and other spellings are read, too.
   * @param changes Changes of the first file.
   */
  constructor({ resolve: { http } }: Config, file: string, allowed: readonly string[], isForeign: boolean, changes: Changes) {
    super({ http: { ...http, customFetch: fetchHere } });
    this.#isForeign = isForeign;
    this.#changes = changes;
    this.#file = file;
    this.#places = [dirname(file), ...allowed];
  }

  override async loadExternalRef(reference: string): Promise<Source> {
    if (reference === this.#file || mayRead(reference, this.#places)) return jsonSource(await super.loadExternalRef(reference));
    return Promise.reject(new ResolveError(new Error(this.#reasonFor(reference))));
  }

  /** @throws YamlParseError also for a document that is too large to be walked. */
  override parseDocument(source: Source, isRoot?: boolean): Document {
    const document: Document = source instanceof JsonSource ? { source, parsed: source.parsed } : super.parseDocument(source, isRoot);
    const { overlaid, selection } = this.#changes;
    if (source.absoluteRef === this.#file && overlaid !== undefined) document.parsed = overlaid.parsed;
    const problem = sizeProblem(document.parsed, source.body.length);
    if (problem === undefined) {
      if (source.absoluteRef === this.#file && isObject(document.parsed)) selection.apply(document.parsed);
      this.#normalize(document);
      return document;
    }
    const { line, column } = placeOf({ source, pointer: problem.pointer });
    throw new YamlParseError(new Error(`${problem.message} in "${source.absoluteRef}" (${line}:${column})`), source);
  }

  /** The place in a file of what is at a JSON pointer as it was read. */
  writtenPointer(file: string, pointer: string): string {
    const pointers = this.pointers.get(file);
    let node: unknown = this.#parsed.get(file);
    let written = "#";
    for (const key of keysOf(pointer)) {
      node = typeof node === "object" && node !== null ? Reflect.get(node, key) : undefined;
      written = pointers?.get(node) ?? join(written, key);
    }
    return written === "#" ? "#/" : written;
  }

  #normalize({ parsed, source }: Document): void {
    const written = source.absoluteRef === this.#file ? this.#changes.overlaid?.pointers : undefined;
    const pointers: Pointers = new Map([...pointersOf(parsed), ...(written ?? [])]);
    this.pointers.set(source.absoluteRef, pointers);
    this.#parsed.set(source.absoluteRef, parsed);
    if (!this.#isForeign) return;
    if (source.absoluteRef === this.#file && isObject(parsed)) this.#isOld = isOldVersion(parsed);
    for (const reading of normalize(parsed, pointers, this.#isOld)) this.readings.push({ ...reading, source });
  }

  #reasonFor(reference: string): string {
    if (!isUrl(reference))
      return `${relative(dirname(this.#file), reference)} is outside the contract's folder and was not read. Move it there, or pass --allow-references with its folder.`;
    // Without credentials and query, which can be secret.
    const { protocol, origin, pathname } = new URL(reference);
    if (!/^https?:$/.test(protocol)) return `A ${protocol} URL is not read. Write a path that is relative to this file.`;
    return `${origin}${pathname} was not requested. Save it in the contract's folder, or pass --allow-references ${origin}.`;
  }
}

/** Whether a document is in a version whose schemas are not JSON Schema. */
function isOldVersion({ openapi, swagger }: Json): boolean {
  return swagger === "2.0" || /^3\.0\.\d+$/.test(String(openapi));
}

/** A redirect is an error: its target may be one that the user did not allow. */
function fetchHere(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, { ...init, redirect: "manual" });
}
