import { apiError } from "./api-error.ts";
import { type KeptBody, keepBody } from "./kept-body.ts";
import { announcedBytes, invalidResponse, joinChunks, showsFraming } from "./read-response.ts";
import type { UnreadResponse } from "../../http.ts";
import type { BinaryContent } from "../../method-types.ts";
import type { ReadContext } from "../../pipeline.ts";

/** Creates the content of an unread body. The attempt lives until it is read or canceled. */
export function readBytes(context: ReadContext): BinaryContent {
  const { response, call } = context;
  const sizeBytes = announcedBytes(response);
  const kept = keepBody(context);
  const sourceOf = (): Source => checkedSource(context, kept);
  const consume: BinaryContent["consume"] = async (read) => {
    const source = sourceOf();
    let cut: { readonly error: unknown } | undefined;
    const noting: UnderlyingDefaultSource<Uint8Array> = {
      ...source,
      async pull(controller) {
        try {
          await source.pull(controller);
        } catch (error) {
          cut = { error };
          throw error;
        }
      },
    };
    try {
      return await read(streamOf(noting));
    } catch (error) {
      if (cut === undefined) throw error;
      const resumed = await call.resume(cut.error);
      if (!resumed.ok) throw apiError(resumed, call);
      const { body: again } = resumed;
      // An operation with several success responses has its content in a `body`.
      const content = contentIn(again) ?? contentIn((again as { readonly body?: unknown } | undefined)?.body);
      if (content === undefined) throw cut.error;
      return content.consume(read);
    }
  };
  const mediaType = response.headers.get("content-type") ?? undefined;
  return { mediaType, sizeBytes, stream: () => streamOf(sourceOf()), consume, bytes: () => consume(readAll) };
}

function contentIn(value: unknown): BinaryContent | undefined {
  return typeof (value as Partial<BinaryContent> | undefined)?.consume === "function" ? (value as BinaryContent) : undefined;
}

interface Source extends UnderlyingDefaultSource<Uint8Array> {
  pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void>;
}

// Nothing is read ahead, because the deadline only runs while a chunk is requested.
function streamOf(source: UnderlyingDefaultSource<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(source, { highWaterMark: 0 });
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  // No `Response` around the stream: browsers would replace our error and the caller's reason.
  const chunks: Uint8Array[] = [];
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
  return joinChunks(chunks);
}

function checkedSource(context: ReadContext, kept: KeptBody): Source {
  const { response } = context;
  const sizeBytes = announcedBytes(response);
  let received = 0;
  const truncated = (problem: string): Error => invalidResponse(context, "truncated-response", problem);
  return {
    async pull(controller) {
      const chunk = await kept.read();
      if (chunk !== undefined) {
        received += chunk.length;
        controller.enqueue(chunk);
        return;
      }
      // More bytes than announced are valid: a browser has decompressed them.
      if (received < (sizeBytes ?? 0)) throw truncated(`ended after ${received} of ${sizeBytes} bytes`);
      if (sizeBytes === undefined && !hasVerifiableEnd(response))
        throw truncated(`ended after ${received} bytes and announced no size, so it may be incomplete`);
      controller.close();
    },
    cancel: kept.cancel,
  };
}

// RFC 9112 §6.3: without a length or chunks, any close ends the body of HTTP/1.1, so an early one
// goes unnoticed. A compressed body that ends early also looks complete.
function hasVerifiableEnd(response: UnreadResponse): boolean {
  const { headers } = response;
  return !showsFraming(response) || (/chunked/i.test(headers.get("transfer-encoding") ?? "") && headers.get("content-encoding") === null);
}
