import type { CallContext } from "./call-context.ts";
import type { BasicCredentials } from "./basic-credentials.ts";
import type { BinaryContent } from "./binary-content.ts";
import type { Attempt } from "./deadline.ts";
import { ConfigurationError } from "./errors.ts";
import type { Operation, SecretTree } from "./operation.ts";
import type { PageReaders } from "./pages/page-reader.ts";
import type { TransportResponse } from "./transport.ts";

/** What only some operations need, by what asks for it in their rows. A client is given the parts that its contract uses, so that a bundle holds no other. */
export interface Parts extends PageReaders {
  /** Gives answers of the type `bytes`. */
  readonly bytes?: (response: TransportResponse, context: CallContext, attempt: Attempt) => BinaryContent;
  /** Checks and signs calls of the security scheme `basic`. */
  readonly basic?: BasicCredentials;
  /** Writes bodies of the media type `application/x-www-form-urlencoded`. */
  readonly form?: (operationId: string, body: unknown) => string;
  /** Masks the secrets of answers. */
  readonly secrets?: (value: unknown, tree: SecretTree | undefined) => void;
}

/** The media type of forms. */
export const FORM = "application/x-www-form-urlencoded";

/** @throws ConfigurationError naming a part that an operation needs and the client does not have. */
export function checkParts({ id, pagination, response, security, body, secrets }: Operation, parts: Parts): void {
  const needed = {
    [pagination?.style ?? ""]: pagination,
    bytes: response.type === "bytes",
    basic: security.scheme === "basic",
    form: body?.mediaType === FORM,
    secrets: secrets?.response,
  };
  for (const [name, need] of Object.entries(needed)) {
    if (need && !(name in parts)) throw new ConfigurationError(`${id} needs the part "${name}": give it beside the table of operations`, { operationId: id });
  }
}
