/** A recorded request: the raw URL and the bytes of the body. */
export interface SentRequest extends Pick<Request, "method" | "headers"> {
  readonly url: string;
  readonly body: Uint8Array<ArrayBuffer>;
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
    sent.push({ method: request.method, url, headers: request.headers, body: new Uint8Array(await request.arrayBuffer()) });
    return answer();
  };
  return Object.assign(fetch, { sent });
}
