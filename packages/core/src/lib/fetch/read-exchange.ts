import { readBytes } from "../call/response/binary-content.ts";
import { joinChunks, readFailure, readSuccess } from "../call/response/read-response.ts";
import { successOf } from "../openapi/responses/answers.ts";
import type { BodyReader, HttpResponse } from "../http.ts";
import type { ReadContext } from "../pipeline.ts";

/** A response with its body as a value, and as what a `Response` is made of. */
export interface ReadResponse extends HttpResponse {
  /** Absent from a response that a middleware made. */
  readonly source?: { readonly value: unknown; readonly body: Uint8Array | ReadableStream<Uint8Array> | null };
}

/** The types of responses that are read before they are passed on, so that a retry is possible. */
const WHOLE = /^(json|text|none)$/;

/**
 * Reads a response: whole if the contract says that it is a value, otherwise as a stream. A status
 * that is no success has the beginning of its body.
 *
 * @throws InvalidResponseError for a success that does not match the contract.
 */
export async function readExchange(context: ReadContext): Promise<ReadResponse> {
  const { response, body, call } = context;
  const { status, headers } = response;
  const ok = status >= 200 && status < 300;
  const chunks: Uint8Array[] = [];
  const copied: BodyReader = {
    async read() {
      const chunk = await body.read();
      if (chunk.value !== undefined) chunks.push(chunk.value);
      return chunk;
    },
    cancel: (reason) => body.cancel(reason),
  };
  const read = async (): Promise<NonNullable<ReadResponse["source"]>> => {
    if (!ok) return { value: await readFailure(copied), body: joinChunks(chunks) };
    const success = successOf(context) ?? call.operation;
    if (call.operation.method === "HEAD") {
      void body.cancel();
      return { value: undefined, body: null };
    }
    if (WHOLE.test(success.response.type)) return { value: await readSuccess({ ...context, body: copied }, success), body: joinChunks(chunks) };
    const content = readBytes(context);
    return { value: content, body: content.stream() };
  };
  const source = await read();
  return { status, ok, headers, body: source.value, source };
}
