import { relative, resolve } from "node:path";
import { BaseResolver, bundle, type Document, getLineColLocation, getTotals, lint, loadConfig, YamlParseError } from "@redocly/openapi-core";
import { fillIn, foreignRules } from "./foreign.ts";

/** A JSON value read as an object. */
export type Json = { readonly [name: string]: unknown };

/** A contract in one document: references point inside it, nowhere else. */
export interface Contract {
  /** The service's name: the folder of the contract, such as `vault`. */
  readonly service: string;
  readonly document: Json;
  /** Where an operation stands in the contract's first file, for people: file, line and column. */
  placeOf(operation: ContractOperation): string;
  /**
   * Notes that something is not supported, at the object or list of the document where it stands. Reading goes on, so that all is told at once.
   *
   * @param problem What was expected, what came and what to do.
   */
  refuse(node: unknown, problem: string): void;
  /** What was refused so far, one line each with file, line and column. */
  refused(): readonly string[];
}

/** One operation of a contract, with the place where it stands. */
export interface ContractOperation {
  readonly id: string;
  readonly method: string;
  /** Empty for an operation that is called at an address from a response. */
  readonly path: string;
  /** The property of the input that holds the address (`x-address`); absent for an operation at a path. */
  readonly address?: string;
  /** Where it stands in the document, as a JSON pointer. */
  readonly pointer: string;
  readonly definition: Json;
}

/** A contract that cannot be generated from: what is wrong, where, and what to do. */
export class ContractError extends Error {
  override readonly name = "ContractError";
}

/** How a contract is read. */
export interface ReadOptions {
  /** Whether the rules in `redocly.yaml` beside its folder hold. Without them, what the contract leaves out is filled in. Default: true. */
  readonly house?: boolean;
}

/**
 * Reads a contract, checks it against the rules beside it, and joins its files into one document.
 *
 * @throws ContractError with file, line and reason of each problem.
 */
export async function readContract(path: string, { house = true }: ReadOptions = {}): Promise<Contract> {
  const ref = resolve(path);
  const config = house ? await loadConfig({ configPath: resolve(ref, "../../redocly.yaml") }) : await foreignRules();
  const externalRefResolver = new BaseResolver(config.resolve);
  const { source } = await readRoot(ref, externalRefResolver);
  const problems = await lint({ ref, config, externalRefResolver });
  if (getTotals(problems).errors > 0) throw new ContractError(`${path} breaks the rules of contracts:\n${describeProblems(problems)}`);
  const { bundle: bundled, problems: unresolved } = await bundle({ ref, config, externalRefResolver });
  if (getTotals(unresolved).errors > 0) throw new ContractError(`${path} cannot be joined into one document:\n${describeProblems(unresolved)}`);
  const document = bundled.parsed as Json;
  if (!house) fillIn(document);
  const placeAt = (pointer: string): string => {
    const { start } = getLineColLocation({ source, pointer, reportOnKey: true });
    return `${relative(process.cwd(), ref)}:${start.line}:${start.col}`;
  };
  const refused = new Set<string>();
  return {
    service: resolve(ref, "..").split(/[\\/]/).at(-1) as string,
    document,
    placeOf: ({ pointer }) => placeAt(pointer),
    refuse: (node, problem) => void refused.add(`${placeAt(pointersOf(document).get(node) ?? "#/")}: ${problem}`),
    refused: () => [...refused],
  };
}

/** The place of each object and list of a document, as a JSON pointer. */
function pointersOf(document: Json): ReadonlyMap<unknown, string> {
  const known = POINTERS.get(document);
  if (known !== undefined) return known;
  const pointers = new Map<unknown, string>();
  const visit = (node: unknown, pointer: string): void => {
    if (typeof node !== "object" || node === null || pointers.has(node)) return;
    pointers.set(node, pointer);
    for (const [key, member] of Object.entries(node)) visit(member, `${pointer}/${pointerSegment(key)}`);
  };
  visit(document, "#");
  POINTERS.set(document, pointers);
  return pointers;
}

const POINTERS = new WeakMap<Json, ReadonlyMap<unknown, string>>();

/** Reads the first file, which the linter takes for granted. */
async function readRoot(ref: string, resolver: BaseResolver): Promise<Document> {
  const path = relative(process.cwd(), ref);
  const document = await resolver.resolveDocument(null, ref, true).catch((error: unknown) => {
    if (error instanceof YamlParseError)
      throw new ContractError(`${path}:${error.line}:${error.col}: ${error.message.replace(/ in ".*$/, "")}: correct the YAML`);
    throw new ContractError(`${path} cannot be read: ${(error as Error).message}`);
  });
  if (document instanceof Error) throw new ContractError(`${path} cannot be read: ${document.message}`);
  if (typeof document.parsed !== "object" || document.parsed === null)
    throw new ContractError(`${path}:1:1: a contract is an OpenAPI document; this file holds none`);
  return document;
}

/** Does work on one operation. What is found wrong there says where the operation stands. */
export function withPlace<Result>(contract: Contract, operation: ContractOperation, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof ContractError ? new ContractError(`${contract.placeOf(operation)}: ${error.message}`) : error;
  }
}

function describeProblems(problems: Parameters<typeof getTotals>[0]): string {
  const lines = problems
    .filter(({ severity }) => severity === "error")
    .map(({ message, ruleId, location: [place] }) => {
      if (place === undefined) return `  ${message} (${ruleId})`;
      const { source, start } = getLineColLocation(place);
      return `  ${relative(process.cwd(), source.absoluteRef)}:${start.line}:${start.col}: ${message} (${ruleId})`;
    });
  return [...new Set(lines)].join("\n"); // A file that cannot be read is reported by everyone who refers to it.
}

/** The operations of a contract, in the order of its paths; then those in `components.pathItems`, which are called at an address from a response. */
export function operationsOf(contract: Contract): ContractOperation[] {
  const { document } = contract;
  const { pathItems = {} } = (document["components"] ?? {}) as { readonly pathItems?: Json };
  return [
    ...Object.entries(document["paths"] as Json).flatMap(([path, item]) => operationsIn(contract, path, item as Json, `#/paths/${pointerSegment(path)}`)),
    ...Object.entries(pathItems).flatMap(([name, item]) => operationsIn(contract, "", item as Json, `#/components/pathItems/${pointerSegment(name)}`)),
  ];
}

const METHODS = new Set(["get", "put", "post", "patch", "delete"]);

function operationsIn(contract: Contract, path: string, item: Json, pointer: string): ContractOperation[] {
  const shared = (item["parameters"] ?? []) as readonly unknown[];
  return Object.entries(item)
    .filter(([method]) => METHODS.has(method))
    .map(([method, value]) => {
      const definition = value as Json;
      const own = (definition["parameters"] ?? []) as readonly unknown[];
      const address = definition["x-address"];
      return {
        id: definition["operationId"] as string,
        method: method.toUpperCase(),
        path,
        ...(typeof address === "string" ? { address } : {}),
        pointer: `${pointer}/${method}`,
        definition: {
          ...definition,
          parameters: [...shared.filter((parameter) => !own.some((other) => isSameParameter(contract, parameter, other))), ...own],
        },
      };
    });
}

/** A key as a segment of a JSON pointer (RFC 6901 §3). */
function pointerSegment(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

// OpenAPI 3.1, Path Item Object: an operation's parameter takes the place of the path's with the same name and place.
function isSameParameter(contract: Contract, one: unknown, other: unknown): boolean {
  const [a, b] = [deref(contract, one), deref(contract, other)];
  return a["name"] === b["name"] && a["in"] === b["in"];
}

/** Follows a reference inside the document, as often as needed. */
export function deref(contract: Contract, value: unknown): Json {
  let current = value as Json;
  for (let depth = 0; depth < 20; depth += 1) {
    const ref = current["$ref"];
    if (typeof ref !== "string") return current;
    current = ref
      .slice(2)
      .split("/")
      .reduce<unknown>((at, segment) => (at as Json)[segment.replaceAll("~1", "/").replaceAll("~0", "~")], contract.document) as Json;
  }
  throw new ContractError(`a reference in ${contract.service} points back at itself: ${JSON.stringify(value)}`);
}

/** The named schemas of a contract, in the order of their names. */
export function schemasOf({ document }: Contract): [string, Json][] {
  const schemas = ((document["components"] as Json | undefined)?.["schemas"] ?? {}) as { [name: string]: Json };
  return Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1));
}
