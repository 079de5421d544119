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
  for (const overlay of files) await probe(resolver, overlay);
  const { problems } = await bundle({ doc: document, config, externalRefResolver: resolver, overlays: files });
  // References to other files remain as they are written.
  const found = problems.filter(({ ruleId }) => ruleId === "overlay").flatMap(unprobed);
  return {
    parsed: document.parsed,
    pointers,
    problems: found.filter(({ message }) => message !== IDLE),
    idle: await Promise.all(found.filter(({ message }) => message === IDLE).map((problem) => explained(problem, resolver, document.parsed))),
  };
}

const IDLE = "this action selects nothing";

/** Says which action selects nothing, and how far its target leads in the changed contract. */
async function explained(problem: NormalizedProblem, resolver: BaseResolver, contract: unknown): Promise<NormalizedProblem> {
  const [at] = problem.location;
  const index = Number(/\d+/.exec(at?.pointer ?? "")?.[0]);
  const overlay = await resolver.resolveDocument(null, at?.source.absoluteRef ?? "");
  const probes = overlay instanceof Error ? [] : (overlay.parsed as { readonly actions: readonly { readonly copy?: unknown }[] }).actions;
  const target = String(probes[index * 2]?.copy);
  const path = pathIn(contract, target);
  return {
    ...problem,
    message: `actions[${index}] selects nothing, so it changes nothing: ${path} exists, and ${target} does not; correct its target, or remove it`,
  };
}

const STEP = /\.([A-Za-z_][\w-]*)|\[(?:'([^']*)'|"([^"]*)"|(\d+))\]/y;

/** Returns the longest beginning of a path (RFC 9535) that exists, by its names. */
function pathIn(contract: unknown, path: string): string {
  let value = contract;
  for (let at = 1; ; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const name = STEP.exec(path)
      ?.slice(1)
      .find((part) => part !== undefined);
    if (name === undefined || typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return path.slice(0, at);
    value = Reflect.get(value, name);
  }
}

/** Puts an action before each that copies to nowhere: its problem is the number of targets. */
async function probe(resolver: BaseResolver, overlay: string): Promise<void> {
  const read = await resolver.resolveDocument(null, overlay);
  if (read instanceof Error || !isObject(read.parsed) || !Array.isArray(read.parsed["actions"])) return;
  const actions = read.parsed["actions"].flatMap((action: unknown) => [
    { target: "$[?false == true]", copy: isObject(action) ? action["target"] : "$" },
    action,
  ]);
  Object.assign(read.parsed, { actions });
}

/** A problem of an overlay at its place without the actions that were put before others. */
function unprobed(problem: NormalizedProblem): NormalizedProblem[] {
  const [at, ...others] = problem.location;
  const [, list, index = "", ...keys] = /^#\/(actions)\/(\d+)(.*)$/s.exec(at?.pointer ?? "") ?? [];
  if (at === undefined || list === undefined) return [problem];
  const isProbe = Number(index) % 2 === 0;
  if (isProbe && !problem.message.endsWith(" selected 0.")) return [];
  const pointer = `#/actions/${Math.floor(Number(index) / 2)}${isProbe ? "/target" : keys.join("")}`;
  return [{ ...problem, message: isProbe ? IDLE : problem.message, location: [{ ...at, pointer }, ...others] }];
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
