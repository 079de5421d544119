import { STATUS_CODES } from "node:http";

/** The parts of a response. */
export interface Message {
  /** @default 200 */
  readonly status?: number;
  /** Fields in their order; names may be repeated. @default none */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** @default "" */
  readonly body?: string | Uint8Array;
  /** How the body ends: by `content-length`, by one chunk and the last one, or by the end of the connection. @default "length" */
  readonly framing?: "length" | "chunked" | "close";
}

/** Returns the head of a response, including its empty line. */
export function head(status: number, headers: readonly (readonly [name: string, value: string])[]): string {
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Unknown"}`, ...headers.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
}

/** Returns a complete response in HTTP/1.1. */
export function message({ status = 200, headers = [], body = "", framing = "length" }: Message): Buffer {
  const bytes = Buffer.from(body);
  if (framing === "close") return Buffer.concat([Buffer.from(head(status, [...headers, ["connection", "close"]])), bytes]);
  if (framing === "chunked") {
    const size = bytes.length === 0 ? "" : `${bytes.length.toString(16)}\r\n`;
    return Buffer.concat([
      Buffer.from(head(status, [...headers, ["transfer-encoding", "chunked"]]) + size),
      bytes,
      Buffer.from(`${size === "" ? "" : "\r\n"}0\r\n\r\n`),
    ]);
  }
  return Buffer.concat([Buffer.from(head(status, status === 204 ? headers : [...headers, ["content-length", String(bytes.length)]])), bytes]);
}

/** The header of a JSON response. */
export const JSON_TYPE: readonly [string, string] = ["content-type", "application/json"];
