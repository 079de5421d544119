import type { CallState } from "../../pipeline.ts";
import { secretsIn } from "../../secrets.ts";
import { isBodyInput } from "./check-input.ts";

/** Returns the secrets of a call: its credential, the secret parts of its input, its position. */
export function secretsOf({ operation: { pagination, secrets, security }, operation, input, credential, keys }: CallState): readonly string[] {
  const position = pagination !== undefined && "cursor" in pagination ? input[pagination.cursor] : undefined;
  const body = isBodyInput(operation) ? input : input["body"];
  return secretsIn([credential?.replace(/^\w+ /, ""), keys, security.inputs?.map((name) => input[name]), position], body, secrets?.request);
}
