import type { AnyReply } from "./http.ts";
import { type OperationSpec, responseOf } from "./operation-spec.ts";
import type { RecordedRequest, RequestsOptions } from "./recorded-request.ts";
import { maskToken, type Secrets, sizeOf, tokenOf } from "./secrets.ts";

/** A request and its response, not masked. */
export interface Exchanged extends Omit<
  RecordedRequest,
  "sequence" | "at" | "service" | "operationId" | "token" | "requestBody" | "responseBody" | "isExample"
> {
  readonly at: Date;
  readonly operation: OperationSpec | undefined;
  /** The header with the credentials. */
  readonly credentials: string | undefined;
  /** The parsed body of the request. */
  readonly body: unknown;
  /** Length of that body as sent. */
  readonly bodyLength: number;
  /** `undefined` if a fault prevented both the operation and the response. */
  readonly reply: AnyReply | undefined;
}

/** The newest requests of an emulator. */
export interface RequestLog {
  /** Adds a request. Returns its number. */
  add(exchanged: Exchanged): number;
  /** Returns the requests, the oldest first. */
  list(options: RequestsOptions): readonly RecordedRequest[];
  clear(): void;
}

interface Entry extends Omit<Exchanged, "bodyLength"> {
  readonly sequence: number;
  readonly responseBody: unknown;
}

const LONGEST_BODY = 65_536;

let lastSequence = 0;

/**
 * Creates the log of an emulator. Requests are masked when they are read, because most are never read.
 *
 * @param size Number of requests to keep.
 */
export function createRequestLog(service: string, secrets: Secrets, size: number): RequestLog {
  let entries: Entry[] = [];
  return {
    add(exchanged) {
      const sequence = (lastSequence += 1);
      const { bodyLength, ...rest } = exchanged;
      if (size > 0) entries.push({ sequence, ...rest, body: kept(rest.body, bodyLength), responseBody: kept(rest.reply?.body) });
      if (entries.length > size) entries.shift();
      return sequence;
    },
    list({ since = 0, masked = true }) {
      const first = entries.findIndex(({ sequence }) => sequence > since);
      return first < 0 ? [] : entries.slice(first).map((entry) => ({ service, ...shown(entry, secrets, masked) }));
    },
    clear() {
      entries = [];
    },
  };
}

/** Returns what to keep of a body, so that a long run with large bodies needs little memory: of text, bytes and long JSON the size. */
function kept(body: unknown, length = 0): unknown {
  if (typeof body === "string" || body instanceof Uint8Array) return sizeOf(body);
  return length > LONGEST_BODY ? `${length} bytes` : body;
}

function shown(entry: Entry, secrets: Secrets, masked: boolean): Omit<RecordedRequest, "service"> {
  const { at, operation, credentials, body, reply, responseBody, query, ...rest } = entry;
  const content = [operation?.body?.content, reply && operation && responseOf(operation, reply.status)?.content];
  const [ofRequest = [], ofResponse = []] = content.map((types) => (masked ? [...(types?.values() ?? [])].map(({ schema }) => schema) : []));
  return {
    at: at.toISOString(),
    operationId: operation?.id,
    ...rest,
    query: masked ? secrets.maskQuery(operation, query) : query,
    token: credentials === undefined ? undefined : (masked ? maskToken : tokenOf)(credentials),
    requestBody: typeof body === "string" ? body : secrets.mask(ofRequest, body),
    responseBody: typeof responseBody === "string" ? responseBody : secrets.mask(ofResponse, responseBody),
    isExample: reply?.isExample === true,
  };
}
