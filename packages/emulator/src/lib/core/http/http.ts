import { isJson, rowOf } from "./media-types.ts";
import { lengthOf } from "../bytes/bytes.ts";
import { writeJson } from "../values/written.ts";

/** The result for a body above the size limit. */
export const TOO_LARGE = Symbol("too large");

/** A request as the stages need it. Adapters build nothing that no stage reads. */
export interface EmulatorRequest {
  /** Upper case. */
  readonly method: string;
  /** Scheme and authority of the address, such as `https://vault.example.com`. */
  readonly origin: string;
  /** The path as sent, not decoded. */
  readonly path: string;
  /** The query as sent, without the question mark; empty if there is none. */
  readonly query: string;
  /** Address of the client. */
  readonly ip: string;
  /** Returns a header by its name in lower case. Repeated headers are joined by a comma. */
  header(name: string): string | undefined;
  /** Reads the body once: as text if the adapter has text, otherwise bytes; `undefined` if none. */
  readBody(limitBytes: number): BodyRead | Promise<BodyRead>;
  /** Returns a signal that aborts when the client closes the connection. */
  signal(): AbortSignal | undefined;
}

/** The result of reading a body. */
export type BodyRead = Uint8Array | string | undefined | typeof TOO_LARGE;

/** A response of a handler or a stage, before it is checked and serialized. */
export interface AnyReply {
  readonly status: number;
  /** A value for JSON, an array for JSON sequences, text for text, else bytes; absent if none. */
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
  /** Whether it is an example of the contract, independent of the state. */
  readonly isExample?: true;
}

/** The connection is closed or reset without a response, or closed in the middle of the body. */
export type ConnectionFault = "drop" | "reset" | "truncate";

/** A serialized response. */
export interface EmulatorResponse {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string | Uint8Array | undefined;
  /** A connection fault that the adapter simulates. */
  readonly connection?: ConnectionFault;
}

/** Serializes a reply: the body as text or bytes, with its type and length. */
export function serializeReply(reply: AnyReply, mediaType = "application/json"): EmulatorResponse {
  const headers: { [name: string]: string } = {};
  for (const name in reply.headers) {
    const value = reply.headers[name];
    if (value !== undefined) headers[name.toLowerCase()] = value;
  }
  if (reply.body === undefined) return { status: reply.status, headers, body: undefined };
  const type = (headers["content-type"] ??= mediaType);
  const body = writeBody(reply.body, type);
  headers["content-length"] = String(lengthOf(body));
  return { status: reply.status, headers, body };
}

function writeBody(body: unknown, type: string): string | Uint8Array {
  if (body instanceof Uint8Array) return body;
  if (isJson(type)) return writeJson(body);
  const row = rowOf(type);
  return row !== undefined && Array.isArray(body) ? body.map((value) => row[0] + JSON.stringify(value) + row[1]).join("") : String(body);
}
