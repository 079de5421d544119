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

/** Takes the first whole request out of the bytes of a connection, and returns it with the rest; `undefined` while it is not whole. */
export function takeRequest(bytes: Buffer, connection: number): { readonly request: ReceivedRequest; readonly rest: Buffer } | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const [requestLine = "", ...fields] = bytes.subarray(0, headEnd).toString("latin1").split("\r\n");
  const headers: Record<string, string> = {};
  for (const [, name = "", value = ""] of fields.map((field) => /^([^:]*):\s*(.*?)\s*$/.exec(field) ?? [])) {
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  const bodyStart = headEnd + 4;
  const bodyEnd = bodyStart + Number(headers["content-length"] ?? 0);
  if (bytes.length < bodyEnd) return undefined;
  const [method = "", target = ""] = requestLine.split(" ");
  const body = bytes.subarray(bodyStart, bodyEnd).toString("utf8");
  return { request: { method, target, headers, body, connection }, rest: bytes.subarray(bodyEnd) };
}

const READS_BY_POST = /\/(auditevents|itemusages|signinattempts)$/;

/** Whether a request changes something if it is acted on: all but the reads, of which the events service has three by POST. */
export function isWrite({ method, target }: ReceivedRequest): boolean {
  return method !== "GET" && !READS_BY_POST.test(target);
}
