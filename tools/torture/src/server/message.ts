import { STATUS_CODES } from "node:http";

/** The parts of a response. */
export interface Message {
  /** @default 200 */
  readonly status?: number;
  /** Fields in their order; names may be repeated. @default none */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** @default "" */
  readonly body?: string | Uint8Array;
  /** How the body ends: by length, last chunk, or end of connection. @default "length" */
  readonly framing?: "length" | "chunked" | "close";
}

/** Returns the head of a response, including its empty line. */
export function head(status: number, headers: readonly (readonly [name: string, value: string])[]): string {
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Unknown"}`, ...headers.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
}

/** Returns the header that says how a body ends. */
export function endOf(framing: Message["framing"], sizeBytes: number): readonly [string, string] {
  if (framing === "close") return ["connection", "close"];
  return framing === "chunked" ? ["transfer-encoding", "chunked"] : ["content-length", String(sizeBytes)];
}

/** Returns a complete response in HTTP/1.1. */
export function message({ status = 200, headers = [], body = "", framing = "length" }: Message): Buffer {
  const bytes = Buffer.from(body);
  const begin = Buffer.from(head(status, status === 204 && framing === "length" ? headers : [...headers, endOf(framing, bytes.length)]));
  if (framing !== "chunked") return Buffer.concat([begin, bytes]);
  const chunk = bytes.length === 0 ? [] : [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")];
  return Buffer.concat([begin, ...chunk, Buffer.from("0\r\n\r\n")]);
}

/** The header of a JSON response. */
export const JSON_TYPE: readonly [string, string] = ["content-type", "application/json"];
