import { type Clock, systemClock } from "../../core/time/clock.ts";
import { type EmulatorResponse, type EmulatorRequest, TOO_LARGE } from "../../core/http/http.ts";
import type { Served } from "../../core/http/node-server.ts";
import { capture, type CapturedBody } from "../cassette/captured-body.ts";
import type { Cassette, RecordedBody, RecordedExchange } from "../cassette/cassette.ts";
import { describeClosest, nameOf, keyOf } from "./request-key.ts";
import { writeExact } from "../cassette/exact-json.ts";
import { createMasks } from "../cassette/masks.ts";
import { LONGEST_RECORDED } from "../cassette/record-body.ts";
import { moveAddresses } from "../cassette/move-addresses.ts";
import { recordRequest } from "../cassette/record-exchange.ts";
import type { FindOperation } from "../cassette/service-contracts.ts";

/** Options of {@link createReplay}. */
export interface ReplayOptions {
  readonly find: FindOperation;
  readonly clock?: Clock;
  /** Called for a request that the cassette does not have. */
  readonly onMiss?: (message: string) => void;
}

// 501 is no status of the services, and no client retries it.
const MISS = 501;

/**
 * Returns recorded responses. Equal requests get theirs in turn, then the last one again.
 *
 * Placeholders stay in place of secrets. An unrecorded body has as many bytes of `x`.
 */
export function createReplay({ header, exchanges }: Cassette, { find, clock = systemClock(), onMiss = () => {} }: ReplayOptions): Served {
  const recorded = new Map<string, RecordedExchange[]>();
  for (const exchange of exchanges) {
    const key = JSON.stringify(keyOf(exchange.request));
    recorded.set(key, [...(recorded.get(key) ?? []), exchange]);
  }
  return {
    clock,
    async handle(request) {
      const { method, path, query } = request;
      const body = await readBody(request);
      const key = keyOf(recordRequest({ method, path, query, header: (name) => request.header(name), body }, find, createMasks()).request);
      const left = recorded.get(JSON.stringify(key));
      const [exchange] = left ?? [];
      if (left !== undefined && left.length > 1) left.shift();
      if (exchange !== undefined) return recordedResponse(exchange.response, header.upstream, request.origin);
      const message = `The cassette has no request that is equal to ${nameOf(key)}. ${describeClosest(key, exchanges)}`;
      onMiss(message);
      return withBody(MISS, { "content-type": "application/json" }, JSON.stringify({ status: MISS, message, detail: message }));
    },
  };
}

async function readBody(request: EmulatorRequest): Promise<CapturedBody> {
  const body = capture(LONGEST_RECORDED);
  const read = await request.readBody(Infinity);
  if (read !== undefined && read !== TOO_LARGE) body.add(typeof read === "string" ? Buffer.from(read) : read);
  return body.finish();
}

/** Replaces addresses of the recorded server by the replay's, because clients follow them. */
function recordedResponse({ status, headers, body }: RecordedExchange["response"], upstream: string, origin: string): EmulatorResponse {
  const here = (text: string): string => moveAddresses(text, upstream, origin);
  const moved = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, here(value)]));
  if (body === undefined) return { status, headers: moved, body: undefined };
  const content = contentOf(body);
  return withBody(status, moved, typeof content === "string" ? here(content) : content);
}

function contentOf(body: RecordedBody): string | Uint8Array {
  if ("json" in body) return writeExact(body.json);
  return "text" in body ? body.text : Buffer.alloc(body.bytes, "x");
}

function withBody(status: number, headers: EmulatorResponse["headers"], body: string | Uint8Array): EmulatorResponse {
  return { status, headers: { ...headers, "content-length": String(Buffer.byteLength(body)) }, body };
}
