import type { CallContext } from "./call-context.ts";
import type { BasicCredentials } from "./basic-credentials.ts";
import type { BinaryContent } from "./binary-content.ts";
import type { Attempt } from "./deadline.ts";
import { ConfigurationError } from "./errors.ts";
import type { Operation, SecretTree } from "./operation.ts";
import type { PageReaders } from "./pages/page-reader.ts";
import type { pinAddress } from "./pin-address.ts";
import type { TransportResponse } from "./transport.ts";

/** The media type of forms. */
export const FORM = "application/x-www-form-urlencoded";

/** What only some operations need, by what asks for it in their rows. A client is given the parts that its contract uses, so that a bundle holds no other. */
export interface Parts extends PageReaders {
  /** Gives answers of the type `bytes`. */
  readonly bytes?: (response: TransportResponse, context: CallContext, attempt: Attempt) => BinaryContent;
  /** Checks and signs calls of the security scheme `basic`. */
  readonly basic?: BasicCredentials;
  /** Writes bodies of this media type. */
  readonly [FORM]?: (operationId: string, body: unknown) => string;
  /** Reads the address of operations that are called at an address from a response. */
  readonly address?: typeof pinAddress;
  /** Masks the secrets of answers. */
  readonly secrets?: (value: unknown, tree: SecretTree | undefined) => void;
}

// What every client can do.
const COMMON = /json$|^(text|none|bearer)$/;

/** @throws ConfigurationError naming a part that an operation needs and the client does not have. */
export function checkParts({ id, address, pagination, response, security, body, secrets }: Operation, parts: Parts): void {
  const needed = [pagination?.style, response.type, security.scheme, body?.mediaType, secrets?.response && "secrets", address && "address"];
  const missing = needed.find((name) => name !== undefined && !COMMON.test(name) && !(name in parts));
  if (missing !== undefined) throw new ConfigurationError(`${id} needs the part "${missing}": give it beside the table of operations`, { operationId: id });
}
