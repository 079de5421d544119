import type { Clock } from "@keywright/core";
import type { Received, Sent } from "./exchange.ts";
import { parseJson } from "./json-text.ts";

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** No response came, or not all of it. */
export class NoResponse extends Error {
  override readonly name = "NoResponse";
}

/** How requests are sent. */
export interface Wire {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Ends all requests. */
  readonly signal: AbortSignal;
}

const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Sends a request and reads its response. Follows no redirects, which could leak credentials.
 *
 * @throws NoResponse if the connection fails, the time is over, or the response is too large.
 */
export async function send({ method, url, headers, body }: Sent, { fetch, clock, timeoutMs, signal }: Wire): Promise<Received> {
  const timeout = new AbortController();
  const timer = clock.after(timeoutMs, () => timeout.abort());
  try {
    const init: RequestInit = { method, headers: { ...headers }, redirect: "manual", signal: AbortSignal.any([signal, timeout.signal]) };
    const response = await fetch(url, body === undefined ? init : { ...init, body: new TextEncoder().encode(body) });
    const bytes = await readBytes(response);
    const text = new TextDecoder().decode(bytes);
    return { status: response.status, headers: Object.fromEntries(response.headers), size: bytes.length, bytes, text, json: parseJson(text) };
  } catch (error) {
    if (error instanceof NoResponse) throw error;
    if (timeout.signal.aborted) throw new NoResponse(`no whole response came within ${timeoutMs / 1000} seconds`);
    throw new NoResponse(signal.aborted ? "the run was interrupted" : `the connection failed: ${reasonOf(error)}`);
  } finally {
    clock.clear(timer);
  }
}

async function readBytes({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new NoResponse(`the response is larger than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The platform's fetch has its reason in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : error.message;
}
