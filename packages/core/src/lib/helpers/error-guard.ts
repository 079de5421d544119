import { type ApiError, isApiError } from "../errors.ts";

/**
 * Whether an error is the response of an operation with a status, so that its body has the type of
 * the contract. The body itself is not checked, only that it is JSON and not text.
 *
 * @param status A status of the operation, a range such as `4XX`, or `default` for any.
 */
export interface ErrorGuard<Errors> {
  <Id extends keyof Errors & string, Status extends keyof Errors[Id] & (number | string)>(
    error: unknown,
    operationId: Id,
    status: Status,
  ): error is ApiError<Errors[Id][Status]>;
}

/** The guard of every client. The generated client adds the types of its errors. */
export function isErrorOf(error: unknown, operationId: string, status: number | string): boolean {
  if (!isApiError(error) || error.operationId !== operationId || typeof error.body !== "object") return false;
  return [error.status, `${String(error.status)[0]}XX`, "default"].includes(status);
}
