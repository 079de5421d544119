import { relative, resolve } from "node:path";
import { bundle, getLineColLocation, getTotals, lint, loadConfig } from "@redocly/openapi-core";

/** A JSON value read as an object. */
export type Json = { readonly [name: string]: unknown };

/** A contract in one document: references point inside it, nowhere else. */
export interface Contract {
  /** The service's name: the folder of the contract, such as `vault`. */
  readonly service: string;
  readonly document: Json;
}

/** One operation of a contract, with the place where it stands. */
export interface ContractOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly definition: Json;
}

/** A contract that cannot be generated from: what is wrong, where, and what to do. */
export class ContractError extends Error {
  override readonly name = "ContractError";
}

/**
 * Reads a contract, checks it against the rules beside it, and joins its files into one document.
 *
 * @throws ContractError with file, line and reason of each problem.
 */
export async function readContract(path: string): Promise<Contract> {
  const ref = resolve(path);
  const config = await loadConfig({ configPath: resolve(ref, "../../redocly.yaml") });
  const problems = await lint({ ref, config });
  if (getTotals(problems).errors > 0) throw new ContractError(`${path} breaks the rules of contracts:\n${describeProblems(problems)}`);
  const { bundle: bundled, problems: unresolved } = await bundle({ ref, config });
  if (getTotals(unresolved).errors > 0) throw new ContractError(`${path} cannot be joined into one document:\n${describeProblems(unresolved)}`);
  return { service: resolve(ref, "..").split(/[\\/]/).at(-1) as string, document: bundled.parsed as Json };
}

function describeProblems(problems: Parameters<typeof getTotals>[0]): string {
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ message, ruleId, location: [place] }) => {
      if (place === undefined) return `  ${message} (${ruleId})`;
      const { source, start } = getLineColLocation(place);
      return `  ${relative(process.cwd(), source.absoluteRef)}:${start.line}:${start.col}: ${message} (${ruleId})`;
    })
    .join("\n");
}

/** The operations of a contract, in the order of its paths. */
export function operationsOf({ document }: Contract): ContractOperation[] {
  const methods = new Set(["get", "put", "post", "patch", "delete"]);
  return Object.entries(document["paths"] as Json).flatMap(([path, item]) => {
    const shared = ((item as Json)["parameters"] ?? []) as readonly unknown[];
    return Object.entries(item as Json)
      .filter(([method]) => methods.has(method))
      .map(([method, definition]) => {
        const own = ((definition as Json)["parameters"] ?? []) as readonly unknown[];
        return { id: (definition as Json)["operationId"] as string, method: method.toUpperCase(), path, definition: { ...(definition as Json), parameters: [...shared, ...own] } };
      });
  });
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
