import { parseUrl } from "../../call/request/address.ts";
import type { Operation, StreamType, Success } from "../../contract.ts";
import { essenceOf, invalidResponse, readFailure, readSuccess } from "../../call/response/read-response.ts";
import type { HttpResponse, ResponseHeaders, UnreadResponse } from "../../http.ts";
import type { ResponseReader, ReadContext, StreamReader } from "../../pipeline.ts";

/** The readers of a client whose operations return more than a value, a text, bytes or nothing. */
export interface ResponseParts {
  /** The readers of its streams. */
  readonly streams?: { readonly [Type in StreamType]?: StreamReader };
  /** The reader of its documented headers. */
  readonly headers?: (operation: Operation, headers: ResponseHeaders) => object;
}

/**
 * Returns a function that reads the responses of a client in which some operation returns a stream,
 * a redirect, documented headers, or one of several success responses.
 *
 * The value of an operation with several success responses is `{ status, mediaType, body }`; of a
 * redirect, its address.
 */
export function responseReader({ streams = {}, headers: readHeaders }: ResponseParts): ResponseReader {
  return async (context) => {
    const { response, body, call } = context;
    const { operation } = call;
    const { status, headers } = response;
    const headerValues = readHeaders && { headerValues: readHeaders(operation, headers) };
    const success = successOf(context);
    if (success === undefined) return { status, ok: false, headers, body: await readFailure(body) };
    const { type, mediaType } = success.response;
    const read = async (): Promise<unknown> => {
      // RFC 9110 §9.3.2: the headers of a HEAD response describe a body that is not sent.
      if (operation.method === "HEAD") return void body.cancel();
      if (type === "location") {
        void body.cancel();
        return locationOf(context);
      }
      return streams[type as StreamType]?.(context, success) ?? readSuccess(context, success);
    };
    const value = await read();
    const told: HttpResponse = { status, ok: true, headers, body: value, ...headerValues };
    return operation.alternatives ? { ...told, body: { status, mediaType: mediaType?.includes("*") ? mediaTypeOf(response) : mediaType, body: value } } : told;
  };
}

/**
 * Returns the success response that matches; `undefined` if the response is not a success.
 *
 * @throws InvalidResponseError `unexpected-content` if the response is a success that the contract
 * does not have.
 */
export function successOf(context: ReadContext): Success | undefined {
  const { response, body, call } = context;
  const { operation } = call;
  const { status } = response;
  const isSuccess = status >= 200 && status < 300;
  const ofStatus = (operation.alternatives ?? [operation]).filter(({ response: { status: expected = isSuccess ? status : 0 } }) => expected === status);
  // An operation with one success response takes any success, as in clients without alternatives.
  const success = chosen(ofStatus, response) ?? (isSuccess && operation.alternatives === undefined ? operation : undefined);
  if (success === undefined && isSuccess) {
    void body.cancel();
    throw invalidResponse(context, "unexpected-content", `is not a response of the contract: ${describeAll(operation)}`, {
      option: "baseUrl",
      advice: "check that baseUrl is the service's own address",
    });
  }
  return success;
}

/** Returns the success response of the same media type; the first one if none matches. */
function chosen(successes: readonly Success[], response: UnreadResponse): Success | undefined {
  const came = mediaTypeOf(response);
  if (successes.length < 2 || came === "") return successes[0];
  const fits = (mediaType = ""): boolean => mediaType.endsWith("*") && came.startsWith(mediaType.replace(/\*.*/, ""));
  return successes.find(({ response: { mediaType } }) => mediaType === came) ?? successes.find(({ response: { mediaType } }) => fits(mediaType));
}

function mediaTypeOf({ headers }: UnreadResponse): string {
  return essenceOf(headers.get("content-type") ?? "");
}

function describeAll({ alternatives = [] }: Operation): string {
  return alternatives.map(({ response: { status, mediaType } }) => [status, mediaType].filter((part) => part !== undefined).join(" ")).join(", ");
}

/** A relative `Location` is resolved against the URL of the request (RFC 9110 §10.2.2). */
function locationOf(context: ReadContext): string {
  const { response, url } = context;
  const location = response.headers.get("location") ?? "";
  const resolved = location === "" ? undefined : parseUrl(location, url);
  if (resolved === undefined) throw invalidResponse(context, "malformed-response", "has no address in its Location header");
  return resolved.href;
}
