import { isJson, rowOf } from "./media-types.ts";
import { writeJson } from "./written.ts";

/** A body that is longer than the emulator reads. */
export const TOO_LARGE = Symbol("too large");

/** A request in the least form that a stage needs: adapters make it from what they have, and nothing is built that no stage asks for. */
export interface EmulatorRequest {
  /** In capitals, as on the wire. */
  readonly method: string;
  /** Scheme and authority that the request was sent to, such as `https://vault.example.com`. */
  readonly origin: string;
  /** The path as it was sent: not decoded. */
  readonly path: string;
  /** What stands behind the question mark, as it was sent; empty without one. */
  readonly query: string;
  /** Address of the client. */
  readonly ip: string;
  /** A header's value by its name in lower case; several of one name are joined by a comma. */
  header(name: string): string | undefined;
  /** The body, read once; text where the adapter had text. `undefined` where there is none. */
  readBody(limitBytes: number): BodyRead | Promise<BodyRead>;
  /** Fires when the client has gone away. */
  signal(): AbortSignal | undefined;
}

/** What reading a body gives. */
export type BodyRead = Uint8Array | string | undefined | typeof TOO_LARGE;

/** What a handler or a stage answers, before it is checked and written out. */
export interface AnyReply {
  readonly status: number;
  /** A value for JSON, a list of values for server-sent events and JSON lines, text for text, bytes for anything else; absent for no body. */
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
  /** Whether it is an example of the contract, and tells nothing of the state. */
  readonly isExample?: true;
}

/** How a connection fails: closed without an answer, reset without an answer, or closed in the middle of the body. */
export type ConnectionFault = "drop" | "reset" | "truncate";

/** An answer as it goes out. */
export interface EmulatorAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string | Uint8Array | undefined;
  /** What the adapter does to the connection instead of delivering the answer whole. */
  readonly connection?: ConnectionFault;
}

/** Writes a reply out: the body as text or bytes, with its type and length. */
export function toAnswer(reply: AnyReply, mediaType = "application/json"): EmulatorAnswer {
  const headers: { [name: string]: string } = {};
  for (const name in reply.headers) {
    const value = reply.headers[name];
    if (value !== undefined) headers[name.toLowerCase()] = value;
  }
  if (reply.body === undefined) return { status: reply.status, headers, body: undefined };
  const type = (headers["content-type"] ??= mediaType);
  const body = writeBody(reply.body, type);
  headers["content-length"] = String(typeof body === "string" ? Buffer.byteLength(body) : body.byteLength);
  return { status: reply.status, headers, body };
}

function writeBody(body: unknown, type: string): string | Uint8Array {
  if (body instanceof Uint8Array) return body;
  if (isJson(type)) return writeJson(body);
  const row = rowOf(type);
  return row !== undefined && Array.isArray(body) ? body.map((value) => row[0] + JSON.stringify(value) + row[1]).join("") : String(body);
}
