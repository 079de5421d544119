import { type ContractOperation, type Json, pointerOf, valueAt } from "@keywright/generate/contract";
import type { Service } from "@keywright/tool-mocks/clients";

export function titleOf({ document }: Service): string {
  return String((document["info"] as Json)["title"]);
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
export function resolve(service: Service, node: unknown): Json {
  const { $ref, ...own } = (node ?? {}) as Json;
  if (typeof $ref !== "string") return own;
  return { ...resolve(service, valueAt(service.document, pointerOf($ref))), ...own };
}
