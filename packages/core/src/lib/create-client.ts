import type { BasicCredentials } from "./basic-credentials.ts";
import { bindOperations, type Bound } from "./bind-operations.ts";
import type { ClientOptions } from "./client-options.ts";
import type { Operation } from "./operation.ts";
import type { PageReaders } from "./pages/page-reader.ts";
import { FORM, type Parts } from "./parts.ts";
import type { pinAddress } from "./pin-address.ts";

/**
 * What a client takes from its contract: the operation table, and only the functions that its operations need, so that a bundler drops the others.
 *
 * The interface and the table agree by construction: a missing row does not compile.
 */
export interface Contract<Operations extends object = object> {
  readonly operations: { readonly [Id in keyof Operations]: Operation };
  /** Page readers by pagination style. */
  readonly pages?: PageReaders;
  /** Makes the value of a response whose type is `bytes`. */
  readonly readBytes?: NonNullable<Parts["bytes"]>;
  /** Masks the secret properties of responses. */
  readonly maskSecrets?: NonNullable<Parts["secrets"]>;
  /** Writes a form as a request body. */
  readonly writeForm?: NonNullable<Parts[typeof FORM]>;
  /** Checks and signs requests of the security scheme `basic`. */
  readonly signBasic?: BasicCredentials;
  /** Reads the address of operations that are called at an address from a response. */
  readonly pinAddress?: typeof pinAddress;
}

/**
 * Creates the client of a contract: a method for each operation and, under `raw`, the same methods with status and headers.
 *
 * @param contract The operation table and the functions that its operations need.
 * @param options The options that the user passed to the client's factory.
 * @throws ConfigurationError if an option cannot work, or if the contract lacks a function that an operation needs.
 */
export function createClient<Operations extends object, RawOperations extends object>(
  contract: Contract<Operations>,
  options: ClientOptions,
): Bound<Operations, RawOperations> {
  const { operations, pages, readBytes, maskSecrets, writeForm, signBasic, pinAddress: address } = contract;
  const parts: Parts = {
    ...pages,
    ...(readBytes && { bytes: readBytes }),
    ...(maskSecrets && { secrets: maskSecrets }),
    ...(writeForm && { [FORM]: writeForm }),
    ...(signBasic && { basic: signBasic }),
    ...(address && { address }),
  };
  return bindOperations<Operations, RawOperations>(operations, options, parts);
}
