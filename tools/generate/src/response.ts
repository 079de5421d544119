import { type Contract, ContractError, type ContractOperation, deref, type Json } from "./contract.ts";

/** The success response of a row. */
export interface ResponseRow {
  readonly status: number;
  readonly type: "json" | "text" | "bytes" | "none";
  readonly mediaType: string | undefined;
}

/** The one successful answer of an operation. */
export function successContent(
  contract: Contract,
  { id, definition }: ContractOperation,
): { readonly status: number; readonly mediaType: string | undefined; readonly schema: Json | undefined; readonly description: string } {
  const successes = Object.entries(definition["responses"] as Json).filter(([status]) => status.startsWith("2"));
  const [success] = successes;
  if (success === undefined || successes.length > 1)
    throw new ContractError(`${id} must have one successful status; it has ${successes.map(([status]) => status).join(", ") || "none"}`);
  const response = deref(contract, success[1]);
  const [content, ...others] = Object.entries((response["content"] ?? {}) as { [mediaType: string]: Json });
  if (others.length > 0) throw new ContractError(`${id} must have one media type for its status ${success[0]}; it has ${others.length + 1}`);
  if (!/^\d{3}$/.test(success[0])) throw new ContractError(`${id} must name its successful status in full; it says ${success[0]}`);
  return {
    status: Number(success[0]),
    mediaType: content?.[0],
    schema: content?.[1]["schema"] as Json | undefined,
    description: response["description"] as string,
  };
}

/** The row of the success response. */
export function successOf(contract: Contract, operation: ContractOperation): ResponseRow {
  const { status, mediaType } = successContent(contract, operation);
  return { status, type: bodyKind(mediaType), mediaType };
}

/** How a body of a media type is read. */
function bodyKind(mediaType: string | undefined): ResponseRow["type"] {
  if (mediaType === undefined) return "none";
  if (/[/+]json$/.test(mediaType)) return "json";
  return mediaType.startsWith("text/") ? "text" : "bytes";
}

/** The value of the `Accept` header. */
export function acceptOf(contract: Contract, { definition }: ContractOperation): string {
  const statuses = Object.entries(definition["responses"] as Json).sort(([a], [b]) => (a < b ? -1 : 1));
  const types = statuses.flatMap(([, response]) => Object.keys((deref(contract, response)["content"] ?? {}) as Json));
  return [...new Set(types)].join(", ") || "*/*";
}
