import { resolve } from "node:path";
import { BaseResolver, bundle, type Config, type NormalizedProblem, ResolveError, type Source } from "@redocly/openapi-core";
import { pointersOf } from "../contract/index.ts";
import { sizeProblem } from "./document-size.ts";

/** A contract's first file with the changes of overlays. */
export interface Overlaid {
  readonly parsed: unknown;
  /** The places of its objects in the file. */
  readonly pointers: ReadonlyMap<unknown, string>;
  readonly problems: readonly NormalizedProblem[];
}

/**
 * Applies documents of OpenAPI Overlay 1.0 and later to a contract's first file, one after another.
 *
 * @returns `undefined` if the contract cannot be read, which the reader of contracts reports.
 * @throws Error if an overlay cannot be read.
 */
export async function applyOverlays(file: string, overlays: readonly string[], config: Config): Promise<Overlaid | undefined> {
  const files = overlays.map((overlay) => resolve(overlay));
  const resolver = new FilesResolver([file, ...files]);
  const document = await resolver.resolveDocument(null, file, true);
  if (document instanceof Error || sizeProblem(document.parsed, document.source.body.length) !== undefined) return undefined;
  const pointers = pointersOf(document.parsed);
  const { problems } = await bundle({ doc: document, config, externalRefResolver: resolver, overlays: files });
  // References to other files remain as they are written.
  return { parsed: document.parsed, pointers, problems: problems.filter(({ ruleId }) => ruleId === "overlay") };
}

/** Reads these files, and nothing that they refer to. */
class FilesResolver extends BaseResolver {
  readonly #files: readonly string[];

  constructor(files: readonly string[]) {
    super();
    this.#files = files;
  }

  override loadExternalRef(reference: string): Promise<Source> {
    return this.#files.includes(reference) ? super.loadExternalRef(reference) : Promise.reject(new ResolveError(new Error(`${reference} is not read yet`)));
  }
}
