import type { RawResponse } from "./bind-operations.ts";
import type { CallOptions } from "./client-options.ts";
import { ConfigurationError } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { pinAddress } from "./pin-address.ts";

/** Sends a call of an operation to an address that is no path of the contract: the one that is made of the client's base address. */
export type SendAt = (operation: Operation, addressAt: (baseUrl: string) => string, call?: CallOptions) => Promise<RawResponse<unknown>>;

/** Where a client keeps how it does that: a member that its users do not see, and that a copy of the client has too. */
export const SEND_AT: unique symbol = Symbol.for("keywright.sendAt") as never;

/**
 * Calls an operation that has no path in the contract, because the service gives out its whole address in an answer. The call goes through the client's pipeline like any other.
 *
 * The address comes from outside, and so decides nothing but the path and the query: it must stand at the origin of the client's base address.
 *
 * @param client A client of this package family.
 * @param operation How the operation is secured, repeated and answered; its `path` is not looked at.
 * @param address The address out of the answer. An absolute path is taken to be at the client's origin.
 * @throws ArgumentError before any I/O, where the address stands at another origin, holds a user name or cannot be read; it is not repeated.
 * @throws ConfigurationError where `client` is not one that a factory of these packages made.
 */
export async function callAt(client: object, operation: Operation, address: string, call?: CallOptions): Promise<RawResponse<unknown>> {
  const send = (client as { readonly [SEND_AT]?: SendAt } | null | undefined)?.[SEND_AT];
  if (send === undefined) {
    throw new ConfigurationError(`${operation.id} needs a client made by its package's create function, or a copy of one`, { operationId: operation.id });
  }
  return send(operation, (baseUrl) => pinAddress(operation, address, baseUrl), call);
}
