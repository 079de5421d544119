import { type Contract, type ContractOperation, deref, type Parameter } from "../../contract/index.ts";

/** Whether a parameter is a header with a key that the client makes. */
export function isIdempotencyKey(parameter: Parameter): boolean {
  return parameter.in === "header" && parameter["x-idempotency-key"] === true;
}

/** The parameter of an operation that has its idempotency key. */
export function idempotencyParameter({ parameters }: ContractOperation): Parameter | undefined {
  return parameters.find(isIdempotencyKey);
}

const EXAMPLE = "3f0c0b52-7c0a-4bb4-9c0e-6a1c2f9d4e11";

/** Name of the header with the idempotency key. Records a problem of the key, or of `x-retry`. */
export function idempotencyKeyOf(contract: Contract, operation: ContractOperation): string | undefined {
  const { id, definition } = operation;
  const parameter = idempotencyParameter(operation);
  if (parameter === undefined) {
    if (definition["x-retry"] === "with-key")
      contract.report(
        definition["responses"],
        `${id} has "x-retry: with-key" and no header parameter with "x-idempotency-key: true": add the parameter, or write "x-retry: never"`,
      );
    return undefined;
  }
  const { type = "string", maxLength = 36, minLength = 0, pattern = "", enum: known } = deref(contract, parameter.schema ?? {});
  if (type !== "string" || maxLength < 36 || minLength > 36 || known !== undefined || !new RegExp(pattern, "u").test(EXAMPLE))
    contract.report(
      parameter,
      `${id}: the client makes a UUID, such as ${EXAMPLE}, for ${parameter.name}, which its schema does not accept: accept UUIDs, or remove x-idempotency-key`,
    );
  return parameter.name;
}
