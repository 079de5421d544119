import { successOf } from "./api-error.ts";
import type { HttpRequest, HttpResponse } from "../../http.ts";
import type { CallState } from "../../pipeline.ts";

/**
 * Sends the request of a call again after the bytes of its response were cut off.
 *
 * @param headers More headers than those of the request.
 * @throws The failure if the request cannot be retried.
 */
export async function sendAgain(call: CallState, failure: unknown, headers?: HttpRequest["headers"]): Promise<HttpResponse> {
  if (call.sent === undefined) throw failure;
  const { request, stage } = call.sent;
  call.cut = { error: failure };
  return successOf(await stage({ ...request, headers: { ...request.headers, ...headers } }, call), call);
}
