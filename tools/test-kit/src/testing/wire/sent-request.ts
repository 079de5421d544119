/** A recorded request: the raw URL and the bytes of the body. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** A function to pass as `fetch`, with the recorded requests. */
export interface WireFetch {
  (url: string, init: RequestInit): Promise<Response>;
  readonly sent: readonly SentRequest[];
}

/** Creates a `fetch` that always returns the same response and records every request with any kind of body. */
export function wireFetch(answer: () => Response): WireFetch {
  const sent: SentRequest[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    // The platform serializes the body, and sets the content type of a multipart one.
    const request = new Request(url, { ...init, ...(init.body instanceof ReadableStream ? { duplex: "half" } : {}) } as RequestInit);
    const headers = new Headers(init.headers);
    const type = request.headers.get("content-type");
    if (type !== null) headers.set("content-type", type);
    sent.push({ method: request.method, url, headers, body: new Uint8Array(await request.arrayBuffer()) });
    return answer();
  };
  return Object.assign(fetch, { sent });
}
