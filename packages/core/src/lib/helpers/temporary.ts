import { isApiError, isKeywrightError, isRedirect, isTokenError, type KeywrightError, type TokenError } from "../errors.ts";

/**
 * Whether a failure can end by itself, so that the feed retries however long it takes.
 *
 * @param responded Whether the service has responded correctly in this run. Only then is a redirect
 * or a page of another program, such as a login portal, a temporary failure:
 *   as the first response, it means that the address is wrong.
 */
export function isTemporary(error: unknown, responded = false): error is KeywrightError {
  if (!isKeywrightError(error)) return false;
  switch (error.code) {
    case "connection-failed":
    case "timeout":
    case "truncated-response":
    case "malformed-response":
      return true;
    case "api-error":
      return isApiError(error) && (isTemporaryStatus(error.status) || (responded && error.status === 400 && typeof error.body === "string"));
    case "unexpected-content":
    case "redirect-refused":
      return responded;
    case "no-token":
      return isTokenError(error) && isTemporaryTokenError(error, responded);
    default:
      return false;
  }
}

/** Without a status, the token endpoint did not respond, or a mounted token does not exist yet. */
function isTemporaryTokenError({ status, oauthError }: TokenError, responded: boolean): boolean {
  if (status === undefined || isTemporaryStatus(status)) return true;
  return responded && (status === 200 || isRedirect(status)) && oauthError === undefined;
}

function isTemporaryStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}
