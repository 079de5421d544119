import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ContractOperation, type Json, operationsOf as operationsIn, pointerOf, valueAt } from "@keywright/generate/contract";

export type { ContractOperation, Json } from "@keywright/generate/contract";

/** A contract as one document, with the name of its service. */
export interface ContractDocument {
  readonly service: string;
  readonly root: Json;
}

/** The title of a service's pages. */
export function titleOf({ root }: ContractDocument): string {
  return String((root["info"] as { readonly title: string }).title);
}

/** Reads the bundled contract of a service. */
export async function readDocument(root: string, service: string): Promise<ContractDocument> {
  return { service, root: JSON.parse(await readFile(join(root, "packages", service, "src/generated/openapi.json"), "utf8")) as Json };
}

/** All operations, in the order of the contract; then those without a path. */
export function operationsOf({ root }: ContractDocument): readonly ContractOperation[] {
  return operationsIn({ document: root });
}

/** The subject of an operation. */
export function tagOf({ definition }: ContractOperation): string {
  return String((definition["tags"] as readonly string[])[0]);
}

/** Where an operation is sent to, as code: its path, or the input that holds its address. */
export function addressText({ path, address = "" }: ContractOperation): string {
  return path === "" ? `{${address}}` : path;
}

/** What a node points to, with what it says itself on top. */
export function resolve(document: ContractDocument, node: unknown): Json {
  const { $ref, ...own } = (node ?? {}) as Json;
  if (typeof $ref !== "string") return own;
  return { ...resolve(document, valueAt(document.root, pointerOf($ref))), ...own };
}
