import type { Fetch } from "../fetch-transport.ts";
import type { Transport } from "../transport.ts";

// WHATWG Fetch §2.2.3: with these statuses a response takes no body, not even an empty one.
const BODILESS = [204, 205, 304];

/** A `fetch` that sends by a transport. */
export function fetchOver(transport: Transport): Fetch {
  return async (url, init) => {
    const request = new Request(url, init);
    const { signal } = request;
    signal.throwIfAborted();
    const response = await transport(
      {
        url: request.url.replace(/#.*$/, ""),
        method: request.method,
        headers: Object.fromEntries(request.headers),
        body: request.body === null ? undefined : await request.text(),
      },
      { signal: () => signal, onCancel: (callback) => signal.addEventListener("abort", () => callback(signal.reason), { once: true }) },
    );
    const { status } = response;
    const headers = response.headers();
    if (BODILESS.includes(status)) return new Response(null, { status, headers });
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const piece = await response.read();
          if (piece === undefined) controller.close();
          else controller.enqueue(piece);
        },
        cancel: (reason) => response.cancel(reason),
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { status, headers });
  };
}
