import type { Cancellation, TransportRequest, TransportResponse } from "../transport.ts";
import { ACCEPTED_ENCODINGS, decompressed } from "./decompress.ts";
import { createPieces } from "./pieces.ts";
import type { DispatchController, Dispatcher, ReceivedHeaders } from "./undici.ts";

/** Sends a request over a pool and gives its answer as soon as the headers are there. */
export function dispatch(dispatcher: Dispatcher, { url, method, headers, body }: TransportRequest, { onCancel }: Cancellation): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    let controller: DispatchController | undefined;
    let cancelled: Error | undefined;
    let ended = false;
    const cancel = (reason?: unknown): void => {
      if (ended || cancelled !== undefined) return;
      cancelled = reason instanceof Error ? reason : new Error("nobody waits for the answer any more");
      controller?.abort(cancelled);
      reject(cancelled);
    };
    const pieces = createPieces({ pause: () => controller?.pause(), resume: () => controller?.resume() });
    const fail = (thrown: unknown): void => {
      const error = proxyRefusal(thrown) ?? thrown;
      ended = true;
      pieces.fail(error);
      reject(error);
    };
    // "https://host" ends at the slash behind its two.
    const pathAt = url.indexOf("/", 8);
    const options = {
      origin: pathAt < 0 ? url : url.slice(0, pathAt),
      path: pathAt < 0 ? "/" : url.slice(pathAt),
      method,
      headers: headers["accept-encoding"] === undefined ? { ...headers, "accept-encoding": ACCEPTED_ENCODINGS } : headers,
      body: body ?? null,
      // The pipeline has deadlines of its own.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    try {
      dispatcher.dispatch(options, {
        onRequestStart(started) {
          controller = started;
          // It was given up while it waited for a connection.
          if (cancelled !== undefined) started.abort(cancelled);
        },
        onResponseStart(_controller, status, received) {
          // RFC 9110 §15.2: an interim answer comes before the answer.
          if (status >= 200) resolve(responseOf(status, received, pieces.read, cancel));
        },
        onResponseData(_controller, chunk) {
          pieces.push(chunk);
        },
        onResponseEnd() {
          ended = true;
          pieces.end();
        },
        onResponseError(_controller, error) {
          fail(error);
        },
      });
    } catch (error) {
      fail(error);
    }
    onCancel(cancel);
  });
}

/** A tunnel that a proxy does not open is told of by undici in words alone; nothing of the request has been sent then. */
function proxyRefusal(error: unknown): Error | undefined {
  const [, status] = /^Proxy response \((\d+)\)/.exec(error instanceof Error ? error.message : "") ?? [];
  return status === undefined ? undefined : Object.assign(new Error(`the proxy opens no tunnel (${status})`), { code: `PROXY_ANSWERED_${status}` });
}

function responseOf(status: number, received: ReceivedHeaders, read: TransportResponse["read"], cancel: TransportResponse["cancel"]): TransportResponse {
  const header = (name: string): string | null => {
    const value = received[name];
    return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
  };
  return {
    status,
    headers: () => headersOf(received),
    showsFraming: true,
    header,
    read: decompressed(read, header("content-encoding")),
    cancel,
  };
}

function headersOf(received: ReceivedHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    for (const line of [value ?? []].flat()) headers.append(name, line);
  }
  return headers;
}
