/** A request that arrived. */
export interface ReceivedRequest {
  readonly method: string;
  /** The target of the request line: path and query, not decoded. */
  readonly target: string;
  /** Names in lower case. The values of a repeated name are joined by commas. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  /** The number of its connection, from 1. */
  readonly connection: number;
}

/** Returns a connection's first request and the rest; `undefined` if it is not complete. */
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

/** Returns whether a request is a write. Three reads of the events service are POST requests. */
export function isWrite({ method, target }: ReceivedRequest): boolean {
  return method !== "GET" && !READS_BY_POST.test(target);
}
