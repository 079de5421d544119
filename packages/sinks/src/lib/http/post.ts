import type { ClientOptions, HttpResponse, Middleware } from "@keywright/core";
import { type Contract, createClient, isApiError, isTemporary, type Operation, renameOptions, withNames } from "@keywright/core/client";
import { writeText } from "@keywright/core/openapi";
import { SinkError } from "../sink-error.ts";

/** The options of a sink that sends HTTP requests, for the requests. */
export type RequestOptions = Pick<ClientOptions, "fetch" | "transport" | "allowInsecureHttp" | "clock">;

/** A request to send. */
export interface Post {
  readonly body: string;
  readonly headers?: { readonly [name: string]: string };
  readonly signal: AbortSignal;
}

/** Where and what requests are sent. */
export interface PostTarget {
  /** A whole URL. It may have a query. */
  readonly url: string;
  /** The media type of the requests. */
  readonly mediaType: string;
  /** `json` reads the response; `none` ignores it. */
  readonly response: "json" | "none";
  /** The property of an error response that has the reason. Default: none is read. */
  readonly reason?: string;
  /** Changes a request before it is sent, such as to add its credential. */
  readonly sign: Middleware;
}

// RFC 9110 §15.5: the request itself is wrong, whoever sends it and whenever.
const REJECTED: readonly number[] = [400, 413, 422];

/** The option of the sinks in the place of core's. */
const NAMES = { baseUrl: "url" };

/**
 * Returns a function that sends one POST, because the sink repeats, through the pipeline of core.
 *
 * @throws ConfigurationError if the URL is invalid.
 */
export function createPost({ url, mediaType, response, reason, sign }: PostTarget, options: RequestOptions): (post: Post) => Promise<HttpResponse> {
  const { origin, path } = partsOf(url);
  const target: Operation = {
    // Errors begin with it: "target got no response".
    id: "target",
    method: "POST",
    path,
    retry: "safe",
    security: { scheme: "none", scopes: [] },
    body: { mediaType, required: true, as: "text" },
    response: response === "json" ? { type: "json", mediaType: "application/json" } : { type: "none" },
    accept: "*/*",
  };
  const errorTexts = reason === undefined ? {} : { message: [[reason]] };
  const contract = { operations: { target }, bodies: { text: writeText }, errorTexts } satisfies Contract;
  const { fetch, transport, allowInsecureHttp, clock } = options;
  const create = () =>
    createClient<Sends, Sends>(contract, {
      baseUrl: origin,
      retry: false,
      // The sink has a time limit of its own, which aborts the call.
      timeoutMs: Infinity,
      totalTimeoutMs: Infinity,
      middleware: [sign],
      fetch,
      transport,
      allowInsecureHttp,
      clock,
    });
  const client = withNames(NAMES, create);
  let responded = false;
  return async ({ body, headers, signal }) => {
    try {
      const received = await client.raw.target({ body }, { signal, ...(headers && { headers }) });
      responded = true;
      return received;
    } catch (error) {
      throw asSinkError(renameOptions(error, NAMES), responded);
    }
  };
}

interface Sends {
  target(
    input: { readonly body: string },
    call: { readonly signal: AbortSignal; readonly headers?: { readonly [name: string]: string } },
  ): Promise<HttpResponse>;
}

/** Splits a URL, because a base URL of core has no query and no slash at its end. */
function partsOf(url: string): { readonly origin: string; readonly path: string } {
  const [, origin = url, path = ""] = /^(https?:\/\/[^/?#]*)([^#]*)$/i.exec(url) ?? [];
  return { origin, path };
}

/** Returns what the sink needs of an error. `responded`: the target has taken events before. */
function asSinkError(error: unknown, responded: boolean): unknown {
  if (isApiError(error) && REJECTED.includes(error.status))
    return new SinkError("rejected", `the target rejects the events with status ${error.status}`, { cause: error });
  // A login page or redirect passes once an address has worked; at first, the address is wrong.
  if (!isTemporary(error, responded)) return error;
  const { message } = error;
  if (!isApiError(error)) return new SinkError("unavailable", message, { cause: error });
  return new SinkError("unavailable", `the target responds with status ${error.status}`, { retryAfterMs: error.retryAfterMs, cause: error });
}

/** Returns headers with their names in lower case, as the pipeline has them. */
export function lowerCased(headers: { readonly [name: string]: string } = {}): { readonly [name: string]: string } {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
