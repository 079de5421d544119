import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Json, operationsOf as operationsIn, pointerOf, valueAt } from "@keywright/generate/contract";

export type { Json } from "@keywright/generate/contract";

/** A contract as one document, with the name of its service. */
export interface ContractDocument {
  readonly service: string;
  readonly root: Json;
}

/** The title of a service's pages. */
export function titleOf({ root }: ContractDocument): string {
  return String((root["info"] as { readonly title: string }).title);
}

/** An operation with its place. */
export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  /** Empty for an operation that is called at an address from a response. */
  readonly path: string;
  readonly tag: string;
  /** The operation of the document, its parameters and its security included. */
  readonly node: Json;
}

/** Reads the bundled contract of a service. */
export async function readDocument(root: string, service: string): Promise<ContractDocument> {
  return { service, root: JSON.parse(await readFile(join(root, "packages", service, "src/generated/openapi.json"), "utf8")) as Json };
}

/** All operations, in the order of the contract; then those without a path. */
export function operationsOf({ root }: ContractDocument): DocumentedOperation[] {
  return operationsIn({ document: root }).map(({ id, method, path, definition: node }) => ({
    id,
    method,
    path,
    tag: String((node["tags"] as readonly string[])[0]),
    node,
  }));
}

/** Where an operation is sent to, as code: its path, or the input that holds its address. */
export function addressText({ path, node }: DocumentedOperation): string {
  return path === "" ? `{${String(node["x-address"])}}` : path;
}

/** What a node points to, with what it says itself on top. */
export function resolve(document: ContractDocument, node: unknown): Json {
  const { $ref, ...own } = (node ?? {}) as Json;
  if (typeof $ref !== "string") return own;
  return { ...resolve(document, valueAt(document.root, pointerOf($ref))), ...own };
}
