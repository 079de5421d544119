import { type ContractOperation, type Json, operationsOf } from "../../src/lib/contract/index.ts";

/** An OpenAPI document before the generator has read it, so that operations that the generator leaves out are noticed. */
export interface OpenApiDocument extends Json {
  readonly info: { readonly version: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: { readonly [path: string]: Json };
}

/** The operation that a request of the suite calls. */
export interface Match {
  readonly operation: ContractOperation;
  /** The server's path with its variables filled in: the path of a user's `baseUrl`. */
  readonly prefix: string;
  /** The path parameters by name, as encoded in the URL. */
  readonly pathValues: { readonly [name: string]: string };
}

/**
 * Finds the operation of a method and a path. If several match, the one with the most literal path wins.
 *
 * @returns `undefined` if the document has none.
 */
export function findOperation(document: OpenApiDocument, method: string, uri: string): Match | undefined {
  const server = serverPath(document);
  // Express, which serves the suite, escapes a colon.
  const path = uri.replaceAll("\\:", ":").split("?")[0] as string;
  const found = operationsOf({ document }).flatMap((operation) => {
    const values = operation.method === method.toUpperCase() ? readTemplate(`${server}${operation.path}`, path) : undefined;
    if (values === undefined || !isVersion(document, server, values)) return [];
    const prefix = server.replaceAll(VARIABLE, (_all, name: string) => values[name] ?? "");
    return [{ operation, prefix, pathValues: values, literal: operation.path.replaceAll(VARIABLE, "").length }];
  });
  return found.sort((a, b) => b.literal - a.literal)[0];
}

const VARIABLE = /\{([^}]+)\}/g;

/** Returns the server's path with its variables. The suite's own address is a variable `endpoint` or an origin. */
function serverPath({ servers = [] }: OpenApiDocument): string {
  return (servers[0]?.url ?? "").replace(/^(\{endpoint\}|https?:\/\/[^/]+)/, "").replace(/\/$/, "");
}

function readTemplate(template: string, path: string): { readonly [name: string]: string } | undefined {
  const names = [...template.matchAll(VARIABLE)].map(([, name]) => name as string);
  const source = template
    .split(/\{[^}]+\}/)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("([^/]*)");
  const match = new RegExp(`^${source}$`).exec(path);
  return match === null ? undefined : Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] as string)]));
}

/** Returns whether the document is of the version in the path. */
function isVersion({ info }: OpenApiDocument, server: string, values: { readonly [name: string]: string }): boolean {
  const version = [...server.matchAll(VARIABLE)].map(([, name]) => values[name as string]).at(-1);
  return version === undefined || version === info.version;
}
