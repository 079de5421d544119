/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  /** The request target as it stood in the request line: path and query, undecoded. */
  readonly target: string;
  /** Names in lower case; of a repeated one, the values joined by a comma. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  /** Which connection it came on, counted from 1. */
  readonly connection: number;
}

/** What was taken out of the bytes that came in: the request, and what stands behind it. */
export interface Taken {
  readonly request: ReceivedRequest;
  readonly rest: Buffer;
}

/** Takes the first whole request out of the bytes of a connection; `undefined` while it is not whole. */
export function takeRequest(bytes: Buffer, connection: number): Taken | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const [requestLine = "", ...fields] = bytes.subarray(0, headEnd).toString("latin1").split("\r\n");
  const headers = readFields(fields);
  const bodyStart = headEnd + 4;
  const bodyEnd = bodyStart + Number(headers["content-length"] ?? 0);
  if (bytes.length < bodyEnd) return undefined;
  const [method = "", target = ""] = requestLine.split(" ");
  const body = bytes.subarray(bodyStart, bodyEnd).toString("utf8");
  return { request: { method, target, headers, body, connection }, rest: bytes.subarray(bodyEnd) };
}

function readFields(fields: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const field of fields) {
    const colon = field.indexOf(":");
    const name = field.slice(0, colon).toLowerCase();
    const value = field.slice(colon + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}

const READS_BY_POST = /\/(auditevents|itemusages|signinattempts)$/;

/** Whether a request changes something where it is acted on: all but the reads, of which the events service has three by POST. */
export function isWrite({ method, target }: ReceivedRequest): boolean {
  return method !== "GET" && !READS_BY_POST.test(target);
}
