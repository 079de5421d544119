import type { Contract } from "../contract/contract.ts";
import { type InputUse, unusedInputOf } from "./input-use.ts";
import { type OperationSpec, responseOf } from "../schemas/operation-spec.ts";
import type { RecordedRequest, RequestsOptions } from "./recorded-request.ts";
import { maskToken, sizeOf, tokenOf } from "../contract/secrets.ts";

/** A request and its response, not masked. */
export interface Entry extends Omit<RecordedRequest, "at" | "service" | "operationId" | "token" | "unusedInput"> {
  readonly at: Date;
  readonly operation: OperationSpec | undefined;
  /** The header with the credentials. */
  readonly credentials: string | undefined;
  /** What the handler read; `undefined` if it was not called or rejected the request. */
  readonly use: InputUse | undefined;
}

/** The newest requests of an emulator. */
export interface RequestLog {
  add(entry: Entry): void;
  /** Returns the requests, the oldest first. */
  list(options: RequestsOptions): readonly RecordedRequest[];
  clear(): void;
}

let lastSequence = 0;

/**
 * Creates the log of an emulator. Requests are masked when read, because most never are.
 *
 * @param size Number of requests to keep.
 */
export function createRequestLog({ name, contract }: { readonly name: string; readonly contract: Contract }, size: number): RequestLog {
  let entries: Entry[] = [];
  // Pages and programs ask again and again, and masking takes longer than a request.
  const masks = new WeakMap<Entry, View>();
  const maskedOf = (entry: Entry): View => {
    const known = masks.get(entry) ?? shown(entry, contract, true);
    masks.set(entry, known);
    return known;
  };
  return {
    add(entry) {
      if (size > 0) entries.push(entry);
      if (entries.length > size) entries.shift();
    },
    list({ since = 0, limit, masked = true }) {
      return entries
        .filter(({ sequence }) => sequence > since)
        .slice(0, limit)
        .map((entry) => ({ service: name, ...(masked ? maskedOf(entry) : shown(entry, contract, false)) }));
    },
    clear() {
      entries = [];
    },
  };
}

/** Returns the number of the next response of this process. */
export function nextSequence(): number {
  lastSequence += 1;
  return lastSequence;
}

const LONGEST_BODY = 65_536;

/** Returns a body, or the size of text, bytes and long JSON, to save memory in long runs. */
export function keptBody(body: unknown, length = 0): unknown {
  if (typeof body === "string" || body instanceof Uint8Array) return sizeOf(body);
  return length > LONGEST_BODY ? `${length} bytes` : body;
}

type View = Omit<RecordedRequest, "service">;

function shown(entry: Entry, { secrets, branches }: Contract, masked: boolean): View {
  const { at, operation, credentials, query, requestBody, responseBody, status, use, ...rest } = entry;
  const content = [operation?.body?.content, operation && responseOf(operation, status ?? 0)?.content];
  const [ofRequest, ofResponse] = content.map((types) => (masked ? [...(types?.values() ?? [])].map(({ schema }) => schema) : undefined));
  return {
    at: at.toISOString(),
    operationId: operation?.id,
    ...rest,
    status,
    query: masked ? secrets.maskQuery(operation, query) : query,
    token: credentials === undefined ? undefined : (masked ? maskToken : tokenOf)(credentials),
    requestBody: typeof requestBody === "string" ? requestBody : secrets.mask(ofRequest, requestBody),
    responseBody: typeof responseBody === "string" ? responseBody : secrets.mask(ofResponse, responseBody),
    unusedInput: operation === undefined || use === undefined ? [] : unusedInputOf(operation, query, use, branches),
  };
}
