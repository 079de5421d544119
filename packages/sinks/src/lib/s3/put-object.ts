import { SinkError } from "../sink-error.ts";
import type { Bytes } from "./object-format.ts";

/** An object to write. */
export interface S3Object {
  readonly key: string;
  readonly body: Bytes;
  /**
   * Send all. `if-none-match: *`, or `if-match` with an ETag, keeps a process past its lease from
   * replacing a newer object. A store that ignores or rejects them works without this protection.
   */
  readonly headers: {
    readonly "content-type": string;
    readonly "content-encoding"?: string;
    /** Metadata of the object, `keywright` in the AWS SDK. Return it from `head`. */
    readonly "x-amz-meta-keywright": string;
    readonly "if-none-match"?: string;
    readonly "if-match"?: string;
  };
}

/**
 * Writes one object with your own client (S3's PutObject). It resolves when the object is stored.
 *
 * @param call `signal` fires when the time limit of the attempt is over, or the feed stops.
 * @throws The client's error. A response with a status, as of `fetch`, can also be returned.
 */
export type PutObject = (object: S3Object, call: { readonly signal: AbortSignal }) => Promise<unknown>;

/** What `head` returns of an object. */
export interface S3ObjectHead {
  readonly etag: string | undefined;
  /** The value of `x-amz-meta-keywright`. */
  readonly mark: string | undefined;
}

/**
 * Reads the headers of an object with your own client: HeadObject of S3.
 *
 * @throws The client's error, also if there is no such object.
 */
export type HeadObject = (key: string, call: { readonly signal: AbortSignal }) => Promise<S3ObjectHead>;

/**
 * Writes an object.
 *
 * @returns `undefined` if it was written; why its condition prevents it otherwise.
 */
export async function putObject(put: PutObject, object: S3Object, signal: AbortSignal): Promise<"not-met" | "not-supported" | undefined> {
  const notMet = "if-none-match" in object.headers ? EXISTS : "if-match" in object.headers ? REPLACED : [];
  try {
    const status = statusOf(await put(object, { signal }));
    if (status === undefined || (status >= 200 && status < 300)) return undefined;
    if (notMet.includes(status)) return reasonOf(status);
    throw Object.assign(new Error(`expected the object store to take an object; got status ${status}. Check the bucket and the credentials`), { status });
  } catch (cause) {
    const status = statusOf(cause);
    if (notMet.includes(status)) return reasonOf(status);
    throw storeError(cause);
  }
}

/** Reads an object's headers; `absent` if none, `unknown` if the credentials may only write. */
export async function headOf(head: HeadObject, key: string, signal: AbortSignal): Promise<S3ObjectHead | "absent" | "unknown"> {
  try {
    return await head(key, { signal });
  } catch (cause) {
    const status = statusOf(cause);
    if (status === 404) return "absent";
    if (status === 403) return "unknown";
    throw storeError(cause);
  }
}

function reasonOf(status: number | undefined): "not-met" | "not-supported" {
  return status === NOT_IMPLEMENTED ? "not-supported" : "not-met";
}

function storeError(cause: unknown): unknown {
  if (!isTemporary(cause)) return cause;
  const [status, reason] = [statusOf(cause), reasonIn(cause)];
  const message = status === undefined ? "the connection to the object store is lost" : `the object store responds with status ${status}`;
  return new SinkError("unavailable", reason === undefined ? message : `${message} (${reason})`, { cause });
}

/** Returns the code of a lost connection, or that of S3: the name of an error of the AWS SDK. */
function reasonIn(error: unknown): string | undefined {
  const { name, code = name, $fault, cause }: { readonly [property: string]: unknown } = Object(error);
  if (typeof code === "string" && (code !== name || $fault !== undefined)) return code;
  return cause === undefined ? undefined : reasonIn(cause);
}

/** The status of services without conditional writes. */
const NOT_IMPLEMENTED = 501;
// "Amazon S3 API Reference", PutObject: 412 if it exists or has another ETag; 404 if removed.
const EXISTS: readonly unknown[] = [412, NOT_IMPLEMENTED];
const REPLACED: readonly unknown[] = [412, 404, NOT_IMPLEMENTED];
// "Error responses", same reference: 409 ConditionalRequestConflict is two writes at once.
const UNAVAILABLE: readonly number[] = [408, 409, 425, 429];

/** Whether an error of a client is a failure of the network or of the store that passes. */
function isTemporary(error: unknown): boolean {
  const status = statusOf(error);
  const { name, code, cause }: { readonly name?: unknown; readonly code?: unknown; readonly cause?: unknown } = Object(error);
  // S3 responds with status 400 to an upload that stalls.
  if (name === "RequestTimeout" || name === "TimeoutError") return true;
  if (status !== undefined) return UNAVAILABLE.includes(status) || (status >= 500 && status !== NOT_IMPLEMENTED);
  if (typeof code === "string" && /^(E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_|NOTFOUND)|UND_ERR_)/.test(code)) return true;
  // `fetch` hides the error of the connection in its cause.
  return cause !== undefined && isTemporary(cause);
}

/** The status of a response or an error: of `fetch`, of the AWS SDK, or of another client. */
function statusOf(value: unknown): number | undefined {
  const { status, statusCode, $metadata }: { readonly status?: unknown; readonly statusCode?: unknown; readonly $metadata?: unknown } = Object(value);
  const { httpStatusCode }: { readonly httpStatusCode?: unknown } = Object($metadata);
  return [httpStatusCode, statusCode, status].find((each): each is number => Number.isInteger(each));
}
