import { resolve } from "node:path";
import { BaseResolver, bundle, type Config, type NormalizedProblem, ResolveError, type Source } from "@redocly/openapi-core";
import { isObject, pointersOf } from "../contract/index.ts";
import { sizeProblem } from "./document-size.ts";

/** A contract's first file with the changes of overlays. */
export interface Overlaid {
  readonly parsed: unknown;
  /** The places of its objects in the file. */
  readonly pointers: ReadonlyMap<unknown, string>;
  readonly problems: readonly NormalizedProblem[];
  /** The actions that select nothing. */
  readonly idle: readonly NormalizedProblem[];
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
  const targets = new Map<string, readonly unknown[]>();
  for (const overlay of files) targets.set(overlay, await probe(resolver, overlay));
  const { problems } = await bundle({ doc: document, config, externalRefResolver: resolver, overlays: files });
  // References to other files remain as they are written.
  const found = problems.filter(({ ruleId }) => ruleId === "overlay").flatMap((problem) => unprobed(problem, targets));
  return {
    parsed: document.parsed,
    pointers,
    problems: found.filter(({ severity }) => severity === "error"),
    idle: found.filter(({ severity }) => severity === "warn"),
  };
}

/**
 * Puts an action before each that copies to nowhere: its problem is the number of targets.
 *
 * @returns The targets of the actions.
 */
async function probe(resolver: BaseResolver, overlay: string): Promise<readonly unknown[]> {
  const read = await resolver.resolveDocument(null, overlay);
  if (read instanceof Error || !isObject(read.parsed) || !Array.isArray(read.parsed["actions"])) return [];
  const written: readonly unknown[] = read.parsed["actions"];
  const targets = written.map((action) => (isObject(action) ? action["target"] : "$"));
  Object.assign(read.parsed, { actions: written.flatMap((action, index) => [{ target: "$[?false == true]", copy: targets[index] }, action]) });
  return targets;
}

/** A problem of an overlay at its place without the actions that were put before others. */
function unprobed(problem: NormalizedProblem, targets: ReadonlyMap<string, readonly unknown[]>): NormalizedProblem[] {
  const [at, ...others] = problem.location;
  const [, digits = "", ...keys] = /^#\/actions\/(\d+)(.*)$/s.exec(at?.pointer ?? "") ?? [];
  if (at === undefined || digits === "") return [problem];
  const [index, isProbe] = [Math.floor(Number(digits) / 2), Number(digits) % 2 === 0];
  if (isProbe && !problem.message.endsWith(" selected 0.")) return [];
  const target = String(targets.get(at.source.absoluteRef)?.[index]);
  const idle = `actions[${index}] selects nothing, so it changes nothing: the contract has no ${target}; correct its target, or remove it`;
  const location = [{ ...at, pointer: `#/actions/${index}${isProbe ? "/target" : keys.join("")}` }, ...others];
  return [{ ...problem, location, ...(isProbe ? { message: idle, severity: "warn" } : {}) }];
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
