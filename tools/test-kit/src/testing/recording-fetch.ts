export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** The body's text; `undefined` if none was sent. */
  readonly body: string | undefined;
}

/** A function to pass as `fetch`, with the recorded requests. */
export interface RecordingFetch {
  (url: string, init: RequestInit): Promise<Response>;
  readonly requests: readonly RecordedRequest[];
}

/**
 * Creates a `fetch` that returns responses from a list and records its requests.
 *
 * @param responses Responses in order, or functions of the request. Further requests fail.
 */
export function recordingFetch(...responses: readonly (Response | ((request: RecordedRequest) => Response | Promise<Response>))[]): RecordingFetch {
  const requests: RecordedRequest[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request: RecordedRequest = { method: init.method ?? "GET", url, headers: Object.fromEntries(new Headers(init.headers)), body: bodyText(init.body) };
    requests.push(request);
    const response = responses[requests.length - 1];
    if (response === undefined) throw new Error(`there is no response for request ${requests.length}: ${request.method} ${request.url}`);
    return typeof response === "function" ? response(request) : response;
  };
  return Object.assign(fetch, { requests });
}

function bodyText(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === "string") return body;
  throw new Error("recordingFetch only reads text bodies");
}

export function jsonResponse(status: number, body: unknown, headers: { readonly [name: string]: string } = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}
