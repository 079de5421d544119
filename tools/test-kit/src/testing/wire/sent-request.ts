/** A request as it would have gone out: the address as it was written, and the bytes of the body. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** A function to pass as `fetch`, with what it was asked. */
export interface WireFetch {
  (url: string, init: RequestInit): Promise<Response>;
  readonly sent: readonly SentRequest[];
}

/** Makes a `fetch` that always answers the same and keeps each request, whatever kind of body it has. */
export function wireFetch(answer: () => Response): WireFetch {
  const sent: SentRequest[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    // The platform writes the body, and the content type of a multipart one.
    const request = new Request(url, { ...init, ...(init.body instanceof ReadableStream ? { duplex: "half" } : {}) } as RequestInit);
    const headers = new Headers(init.headers);
    const type = request.headers.get("content-type");
    if (type !== null) headers.set("content-type", type);
    sent.push({ method: request.method, url, headers, body: new Uint8Array(await request.arrayBuffer()) });
    return answer();
  };
  return Object.assign(fetch, { sent });
}
