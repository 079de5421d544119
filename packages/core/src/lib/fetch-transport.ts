import type { Transport, TransportResponse } from "./transport.ts";

/** What the `fetch` option of a client takes. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The transport of every platform: its `fetch` as it is when a request is sent, or one that the user gives. */
export function fetchTransport(given?: Fetch): Transport {
  return ({ url, method, headers, body = null }, cancellation) => {
    const fetch = given ?? globalThis.fetch;
    // RFC 9110 §15.4: a redirect is an answer like any other here, because following it could carry credentials elsewhere.
    const signal = cancellation.signal();
    const init: RequestInit = { method, headers: headers as Record<string, string>, body, redirect: "manual" };
    // A signal is not free, not even one that never fires.
    if (signal !== undefined) init.signal = signal;
    return Promise.resolve(fetch(url, init)).then(lightResponse);
  };
}

function lightResponse(response: Response): TransportResponse {
  // The fetch of a test may give nothing, an object that is like an answer, or the same one each time. A refusal says enough by its status.
  if (typeof response?.headers?.get !== "function" || (response.ok && response.bodyUsed)) throw new TypeError("fetch must give a new Response each time");
  const { status, headers } = response;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return {
    status,
    headers: () => headers,
    // An answer of the type "default" was made in this process (WHATWG Fetch §5.5).
    showsFraming: isNode() && response.type !== "default",
    header: (name) => headers.get(name),
    read() {
      reader ??= response.body?.getReader();
      return reader === undefined ? Promise.resolve(undefined) : reader.read().then(valueOf);
    },
    cancel(reason) {
      (reader ?? response.body)?.cancel(reason).catch(() => {});
    },
  };
}

/** Node's fetch takes any close of a connection for the end of a body; other runtimes check, and hide the headers that would tell. */
function isNode(): boolean {
  return (globalThis as { readonly process?: { readonly versions?: { readonly undici?: string } } }).process?.versions?.undici !== undefined;
}

function valueOf({ value }: ReadableStreamReadResult<Uint8Array>): Uint8Array | undefined {
  return value;
}
