import { isSinkError, SinkError } from "../sink-error.ts";

/** What a bulk request says about one of its operations. */
export interface BulkItem {
  readonly _id: string;
  readonly status: number;
  readonly error: { readonly type?: unknown; readonly reason?: unknown } | undefined;
}

// Elasticsearch Guide, "Bulk API": 429 and 5xx pass, such as a full queue or a missing shard.
const isOfTheMoment = (status: number): boolean => status === 408 || status === 429 || status >= 500;

// Errors with status 400 that are about the index and not about the document.
const OF_THE_INDEX: readonly unknown[] = ["index_closed_exception", "invalid_index_name_exception"];
// illegal_argument_exception is about either; only its reason says which.
const SAYS_OF_THE_INDEX = /^(pipeline with id \[|no write index is defined for alias)/;
const isOfTheIndex = (error: BulkItem["error"]): boolean => OF_THE_INDEX.includes(error?.type) || SAYS_OF_THE_INDEX.test(String(error?.reason));

/** What becomes of a document. */
export type Outcome = "taken" | "repeated" | "again" | "rejected" | "failed";

/** Reads the outcome of one document. `create` fails with 409 if the id is there already. */
export function outcomeOf({ status, error }: BulkItem): Outcome {
  if (status >= 200 && status < 300) return "taken";
  if (status === 409) return "repeated";
  if (isOfTheMoment(status)) return "again";
  return (status === 400 || status === 413) && !isOfTheIndex(error) ? "rejected" : "failed";
}

/** Returns the names of a document's error, without its reason, which quotes the document. */
export function nameOf({ status, error }: BulkItem): string {
  return typeof error?.type === "string" && /^\w{1,100}$/.test(error.type) ? `${status} ${error.type}` : String(status);
}

// The names of the errors of both clients that have no status.
const LOST = /^(ConnectionError|TimeoutError|NoLivingConnectionsError)$/;

/** Says what the sink does after the error of a whole request. */
export function requestError(error: unknown): unknown {
  if (isSinkError(error)) return error;
  const { name, statusCode }: { readonly name?: unknown; readonly statusCode?: unknown } = Object(error);
  if (typeof statusCode === "number") {
    if (isOfTheMoment(statusCode)) return new SinkError("unavailable", `Elasticsearch responds with status ${statusCode}`, { cause: error });
    // Such as a request that is too large, or an id that is too long.
    if (statusCode === 400 || statusCode === 413)
      return new SinkError("rejected", `Elasticsearch rejects the request with status ${statusCode}`, { cause: error });
  }
  return LOST.test(String(name)) ? new SinkError("unavailable", `Elasticsearch does not respond (${String(name)})`, { cause: error }) : error;
}
