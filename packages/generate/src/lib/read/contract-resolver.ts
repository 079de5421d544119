import { dirname, relative } from "node:path";
import { BaseResolver, type Config, type Document, ResolveError, type Source, YamlParseError } from "@redocly/openapi-core";
import { isUrl, mayRead } from "./allowed-references.ts";
import { sizeProblem } from "./document-size.ts";
import { placeOf } from "./sources.ts";

/** Reads files of the contract's folder, and those that the user allows. */
export class ContractResolver extends BaseResolver {
  readonly #file: string;
  readonly #places: readonly string[];

  /**
   * @param file The contract's first file, absolute.
   * @param allowed Other folders, files and URLs that the contract may refer to.
   */
  constructor({ resolve: { http } }: Config, file: string, allowed: readonly string[]) {
    super({ http: { ...http, customFetch: fetchHere } });
    this.#file = file;
    this.#places = [dirname(file), ...allowed];
  }

  override loadExternalRef(reference: string): Promise<Source> {
    if (reference === this.#file || mayRead(reference, this.#places)) return super.loadExternalRef(reference);
    return Promise.reject(new ResolveError(new Error(this.#reasonFor(reference))));
  }

  /** @throws YamlParseError also for a document that is too large to be walked. */
  override parseDocument(source: Source, isRoot?: boolean): Document {
    const document: Document = super.parseDocument(source, isRoot);
    const problem = sizeProblem(document.parsed, source.body.length);
    if (problem === undefined) return document;
    const { line, column } = placeOf({ source, pointer: problem.pointer });
    throw new YamlParseError(new Error(`${problem.message} in "${source.absoluteRef}" (${line}:${column})`), source);
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

/** A redirect is an error: its target may be one that the user did not allow. */
function fetchHere(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, { ...init, redirect: "manual" });
}
