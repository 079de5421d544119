import { type ApiError, isKeywrightError, isRedirect, type KeywrightError, type TokenError } from "../errors.ts";

/**
 * Whether a failure may pass by itself, so that asking again makes sense however long it takes.
 *
 * @param answered Whether the service has answered as it should in this run. Only then is a page or a redirect that is none of the service's, such as a portal's, taken for a guest: as the first answer of all
 *   it says that the address is wrong.
 */
export function isPassing(error: unknown, answered = false): error is KeywrightError {
  if (!isKeywrightError(error)) return false;
  switch (error.code) {
    case "connection-failed":
    case "timeout":
    case "truncated-response":
    case "malformed-response":
      return true;
    case "api-error":
      return isPassingStatus((error as ApiError).status);
    case "unexpected-content":
    case "redirect-refused":
      return answered;
    case "no-token": {
      // Without a status the token endpoint did not answer, or a mounted token is not there yet.
      const { status, oauthError } = error as TokenError;
      return status === undefined || isPassingStatus(status) || (answered && (status === 200 || isRedirect(status)) && oauthError === undefined);
    }
    default:
      return false;
  }
}

function isPassingStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Whether the service walks on the spot. It may find its way: the same position is asked for again, ever more slowly. */
export function isStandstill(error: unknown): error is KeywrightError {
  return isKeywrightError(error, "position-repeated");
}
