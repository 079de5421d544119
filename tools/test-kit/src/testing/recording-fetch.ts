/** A request as it would have gone out, whole. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** The body's text; `undefined` where none was sent. */
  readonly body: string | undefined;
}

/** A function to pass as `fetch`, with what it was asked. */
export interface RecordingFetch {
  (url: string, init: RequestInit): Promise<Response>;
  readonly requests: readonly RecordedRequest[];
}

/**
 * Makes a `fetch` that answers from a list and keeps what it was asked.
 *
 * @param answers The answers in their order; a function is asked with the request. One request more than answers is an error.
 */
export function recordingFetch(...answers: readonly (Response | ((request: RecordedRequest) => Response | Promise<Response>))[]): RecordingFetch {
  const requests: RecordedRequest[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request: RecordedRequest = { method: init.method ?? "GET", url, headers: Object.fromEntries(new Headers(init.headers)), body: bodyText(init.body) };
    requests.push(request);
    const answer = answers[requests.length - 1];
    if (answer === undefined) throw new Error(`no answer is left for request ${requests.length}: ${request.method} ${request.url}`);
    return typeof answer === "function" ? answer(request) : answer;
  };
  return Object.assign(fetch, { requests });
}

function bodyText(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === "string") return body;
  throw new Error("this recorder reads bodies that are text");
}

/** An answer with a JSON body. */
export function jsonResponse(status: number, body: unknown, headers: { readonly [name: string]: string } = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}
