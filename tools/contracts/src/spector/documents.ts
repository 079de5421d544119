import { type ContractOperation, type Json, operationsOf } from "@keywright/generate/contract";

/** An OpenAPI document as it is: the generator has refused nothing of it yet, so that what it leaves out is noticed. */
export interface OpenApiDocument extends Json {
  readonly info: { readonly version: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: { readonly [path: string]: Json };
}

/** The operation of a document that a request of the suite is for. */
export interface Match {
  readonly operation: ContractOperation;
  /** The path of the server with its variables filled in: what a user gives behind the origin. */
  readonly prefix: string;
  /** The parameters in the path by name, as they stand in the address. */
  readonly pathValues: { readonly [name: string]: string };
}

/**
 * Finds the operation at a method and a path. Of several, that whose path says most literally wins.
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

/** The path of the server, with variables; the suite's own address is a variable called `endpoint`, or a whole origin. */
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

/** A document of one version of a service is not that of the others. */
function isVersion({ info }: OpenApiDocument, server: string, values: { readonly [name: string]: string }): boolean {
  const version = [...server.matchAll(VARIABLE)].map(([, name]) => values[name as string]).at(-1);
  return version === undefined || version === info.version;
}
