import type { BodyReader, Cancellation, HttpRequest, ResponseHeaders, UnreadResponse } from "../../http.ts";
import { createChunkQueue } from "./chunk-queue.ts";
import { ACCEPTED_ENCODINGS, decompressed } from "./decompress.ts";
import type { DispatchController, Dispatcher, ReceivedHeaders } from "./undici.ts";

/** The origin and the path of a URL. Parsing one URL for each request is slow. */
const PARTS = /^(\w+:\/\/[^/?#\\]+)(\/.*)$/;

/** Sends a request over a pool, and returns the response as soon as its headers arrive. */
export function dispatch(
  dispatcher: Pick<Dispatcher, "dispatch">,
  { url, method, headers: given, body: content }: HttpRequest,
  { onCancel }: Cancellation,
): Promise<UnreadResponse> {
  return new Promise((resolve, reject) => {
    let controller: DispatchController | undefined;
    let cancelled: Error | undefined;
    let ended = false;
    const cancel = (reason?: unknown): void => {
      if (ended || cancelled !== undefined) return;
      cancelled = reason instanceof Error ? reason : new Error("the response is no longer needed");
      controller?.abort(cancelled);
      reject(cancelled);
    };
    const chunks = createChunkQueue({ pause: () => controller?.pause(), resume: () => controller?.resume() });
    const fail = (error: unknown): void => {
      ended = true;
      chunks.fail(error);
      reject(error);
    };
    // undici would read a Blob into memory.
    const isBlob = content instanceof Blob;
    const body = isBlob ? content.stream() : content;
    const headers: HttpRequest["headers"] = isBlob ? { ...given, "content-length": String(content.size) } : given;
    // Without a slash after the host, it is not of this form until it is parsed.
    const [, origin = "", path = ""] = PARTS.exec(url) ?? PARTS.exec(new URL(url).href) ?? [];
    const options = {
      origin,
      path,
      method,
      headers: { "accept-encoding": ACCEPTED_ENCODINGS, ...headers },
      body: body ?? null,
      // The pipeline has its own deadlines.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    try {
      dispatcher.dispatch(options, {
        onRequestStart(started) {
          controller = started;
          // The request was canceled while it waited for a connection.
          if (cancelled !== undefined) started.abort(cancelled);
        },
        onResponseStart(_controller, status, received) {
          // RFC 9110 §15.2: an interim response comes before the final one.
          if (status >= 200) resolve(responseOf(status, received, chunks.read, cancel));
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk);
        },
        onResponseEnd() {
          ended = true;
          chunks.end();
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

function responseOf(status: number, received: ReceivedHeaders, read: BodyReader["read"], abort: (reason?: unknown) => void): UnreadResponse {
  const headers = headersOf(received);
  const reader: BodyReader = { read: decompressed(read, headers.get("content-encoding")), cancel: async (reason) => abort(reason) };
  // undici 7 sends HTTP/1.1 by default.
  return { status, headers, body: { getReader: () => reader, cancel: reader.cancel }, httpVersion: "1.1" };
}

/** Reads headers without the platform's `Headers`, which cost more than most responses need. */
function headersOf(received: ReceivedHeaders): ResponseHeaders {
  const get = (name: string): string | null => {
    const value = received[name.toLowerCase()];
    return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
  };
  return {
    get,
    has: (name) => get(name) !== null,
    forEach(callback) {
      for (const [name, value] of Object.entries(received)) for (const line of [value ?? []].flat()) callback(line, name);
    },
  };
}
