import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A node of a contract. */
export type Json = { readonly [name: string]: unknown };

/** A contract as one document, with the name of its service. */
export interface ContractDocument {
  readonly service: string;
  readonly root: Json;
}

/** An operation with its place. */
export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  /** Empty for an operation that is called at an address from a response. */
  readonly path: string;
  readonly tag: string;
  readonly node: Json;
}

/** Reads the bundled contract of a service. */
export async function readDocument(root: string, service: string): Promise<ContractDocument> {
  return { service, root: JSON.parse(await readFile(join(root, "packages", service, "src/generated/openapi.json"), "utf8")) as Json };
}

/** All operations, in the order of the contract; then those without a path. */
export function operationsOf({ root }: ContractDocument): DocumentedOperation[] {
  const { pathItems = {} } = (root["components"] ?? {}) as { readonly pathItems?: Json };
  const items = [...Object.entries(root["paths"] as Json), ...Object.values(pathItems).map((item) => ["", item] as const)];
  return items.flatMap(([path, item]) =>
    Object.entries(item as Json)
      .filter(([, node]) => typeof (node as Json)["operationId"] === "string")
      .map(([method, value]) => {
        const node = value as Json;
        return { id: String(node["operationId"]), method: method.toUpperCase(), path, tag: String((node["tags"] as readonly string[])[0]), node };
      }),
  );
}

/** Where an operation is sent to, as code: its path, or the input that holds its address. */
export function addressText({ path, node }: DocumentedOperation): string {
  return path === "" ? `{${String(node["x-address"])}}` : path;
}

/** What a node points to, with what it says itself on top. */
export function resolve(document: ContractDocument, node: unknown): Json {
  const { $ref, ...own } = (node ?? {}) as Json;
  if (typeof $ref !== "string") return own;
  const target = $ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, name) => (at as Json)[name.replaceAll("~1", "/").replaceAll("~0", "~")], document.root);
  return { ...resolve(document, target), ...own };
}

/** The name of the schema that a node points to. */
export function schemaName(node: unknown): string | undefined {
  return /^#\/components\/schemas\/(.+)$/.exec(String((node as Json | undefined)?.["$ref"]))?.[1];
}
