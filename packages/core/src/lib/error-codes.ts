// The codes of errors. The table in the guide to errors is generated from the comments.

/** The reason for an error, one code per reason. The class of the error says where it happened. */
export type ErrorCode =
  /**
   * An option is invalid, such as a `baseUrl` with a query, or has a name that is not known here.
   * The message says what was expected, or which option is meant; nothing was sent.
   */
  | "invalid-configuration"
  /**
   * The operation requires a token or another credential and the client has none. Set the `option`
   * of the error; nothing was sent.
   */
  | "missing-token"
  /**
   * An argument of the call does not match the contract. The message says what was expected;
   * nothing was sent.
   */
  | "invalid-argument"
  /**
   * The `token` option failed, or returned a value that a header cannot carry. Check the source of
   * the token; nothing was sent.
   */
  | "invalid-token"
  /**
   * The token endpoint returned no token (see `oauthError` and `status`), or the token file has
   * none. The request was not sent, or the service rejected the previous token (401).
   */
  | "no-token"
  /**
   * No HTTP response arrived: the host name did not resolve, or the connection failed, was reset or
   * closed. `outcome` says whether a write may have happened.
   */
  | "connection-failed"
  /**
   * The server's TLS certificate is not trusted. The request is not retried. Check the address and
   * the certificate authority.
   */
  | "untrusted-connection"
  /**
   * No complete response arrived in time: `timeoutMs` for one attempt, `totalTimeoutMs` for the
   * call with its retries.
   */
  | "timeout"
  /** The response has a status that is not a success: see `status`, `traceId`, `fieldErrors`. */
  | "api-error"
  /**
   * The service redirects. The client does not follow redirects, because credentials are only sent
   * to the origin of `baseUrl`. Set `baseUrl` to the final address.
   */
  | "redirect-refused"
  /**
   * A success response has another media type than the contract, such as a proxy's login page.
   * Check `baseUrl`; `excerpt` has the beginning of the response.
   */
  | "unexpected-content"
  /** The response ended early. A read was retried; a write may have happened. */
  | "truncated-response"
  /** The response is larger than `maxResponseBytes`. Raise it, or request less. */
  | "response-too-large"
  /**
   * The response is not UTF-8, or is complete but not JSON. The service or an intermediary is at
   * fault.
   */
  | "malformed-response"
  /**
   * A page has no position for the next page. The items read so far are complete; the list cannot
   * be continued.
   */
  | "missing-position"
  /**
   * The next page is at another origin. It was not requested, because credentials are only sent to
   * the origin of `baseUrl`.
   */
  | "foreign-position"
  /** The service returned the position of an earlier page again. Reading on would never end. */
  | "position-repeated"
  /** `toArray` found more items than its `max`. Raise it, or iterate. */
  | "too-many-items"
  /** A write was not sent, because the client has the middleware `dryRun`: see `request`. */
  | "dry-run"
  | FeedErrorCode;

/** A code of core, or of a package with codes of its own, which exports their union. */
export type AnyErrorCode = ErrorCode | (string & Record<never, never>);

/** The codes of feeds and their checkpoints. READMEs of packages without feeds omit them. */
type FeedErrorCode =
  /**
   * The position of a page is longer than 16 KiB. The page was not acknowledged; the checkpoint
   * keeps the position before it.
   */
  | "position-too-long"
  /**
   * Too many pages in a row were empty although the service reports more events. The checkpoint
   * keeps the last position; restart the feed later.
   */
  | "no-progress"
  /**
   * The checkpoint is empty, incomplete or altered, or another program or version wrote it. Restore
   * it, or remove it and start at a time with `since`.
   */
  | "checkpoint-damaged"
  /** The checkpoint belongs to another stream or account. Use a separate one for each feed. */
  | "checkpoint-foreign"
  /** Another process holds the checkpoint. Stop that process, or set `standByMs` to wait for it. */
  | "checkpoint-owned"
  /**
   * Another owner changed or acquired the checkpoint. Nothing was overwritten; uncommitted events
   * are delivered again.
   */
  | "checkpoint-lost"
  /**
   * The checkpoint cannot be read, locked or written; see `cause`. Uncommitted events are delivered
   * again.
   */
  | "checkpoint-unavailable"
  /**
   * The service rejects the checkpoint's cursor, for example because it has expired. Start again at
   * a time with the feed's `reset`.
   */
  | "cursor-refused";

/** Why a call was not retried. */
export type StopReason =
  /** A retry cannot fix the failure, such as a 404. */
  | "not-retryable"
  /** The request body is a stream, which is sent once. A `Blob` or `Uint8Array` allows retries. */
  | "body-sent"
  /** A write may have happened, and a retry could repeat it. */
  | "write"
  /** All retries that `maxRetries` allows were made. */
  | "attempts-used"
  /** Too many calls of this client have failed recently: no retries until calls succeed again. */
  | "quota-used"
  /** The next attempt would begin after `totalTimeoutMs`. */
  | "deadline"
  /** The service asks for a longer wait (`Retry-After`) than `maxDelayMs`: see `retryAfterMs`. */
  | "retry-after-too-long";

/** Whether the service may have acted: `not-sent` means that it has certainly not. */
export type Outcome = "not-sent" | "unknown";
