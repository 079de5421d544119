import type { CallContext } from "./call-context.ts";
import type { Attempt } from "./deadline.ts";
import { isKeywrightError } from "./errors.ts";
import { redactCause } from "./redact.ts";
import { announcedBytes, invalid, joinPieces } from "./read-body.ts";
import type { TransportResponse } from "./transport.ts";

/** Bytes of an answer that have not been read yet. Read them once: as a whole, or as a stream. */
export interface BinaryContent {
  /** The media type that the service gave; `undefined` without one. */
  readonly mediaType: string | undefined;
  /** The size that the service announced, in bytes; `undefined` without one. */
  readonly sizeBytes: number | undefined;
  /**
   * All bytes.
   *
   * @throws InvalidResponseError `truncated-response` where they end early.
   */
  bytes(): Promise<Uint8Array>;
  /**
   * The bytes as they arrive. A stream that is not read to its end must be cancelled, to free its connection; it fails with `truncated-response` where the bytes end early,
   * and with `TimeoutError` where the next piece takes longer than `timeoutMs`.
   */
  stream(): ReadableStream<Uint8Array>;
}

/** Makes the content of an answer whose body has not been touched. The attempt lives on until the bytes have been read or cancelled. */
export function binaryContent(response: TransportResponse, context: CallContext, attempt: Attempt): BinaryContent {
  const sizeBytes = announcedBytes(response);
  const release = attempt.keep();
  attempt.expectWithin(undefined);
  const stream = (): ReadableStream<Uint8Array> => checkedStream(response, context, attempt, sizeBytes, release);
  return {
    mediaType: response.header("content-type") ?? undefined,
    sizeBytes,
    stream,
    async bytes() {
      // Not by a Response around the stream: in browsers an error of its own would take the place of ours, and of the caller's reason.
      const pieces: Uint8Array[] = [];
      const reader = stream().getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
      return joinPieces(pieces);
    },
  };
}

function checkedStream(
  response: TransportResponse,
  context: CallContext,
  attempt: Attempt,
  sizeBytes: number | undefined,
  release: () => void,
): ReadableStream<Uint8Array> {
  let received = 0;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        attempt.throwIfEnded();
        attempt.expectWithin(context.timeoutMs);
        const value = await response.read();
        attempt.throwIfEnded();
        attempt.expectWithin(undefined);
        if (value !== undefined) {
          received += value.length;
          controller.enqueue(value);
          return;
        }
        release();
        // More than announced is what a browser has decompressed.
        if (sizeBytes !== undefined && received < sizeBytes)
          throw invalid(context, response, "truncated-response", `ended after ${received} of ${sizeBytes} bytes`);
        if (sizeBytes === undefined && !hasVerifiableEnd(response)) {
          throw invalid(
            context,
            response,
            "truncated-response",
            `ended after ${received} bytes and had announced no size: a whole file cannot be told from a short one`,
          );
        }
        controller.close();
      } catch (error) {
        release();
        attempt.throwIfEnded();
        throw asTruncation(error, response, context, received);
      }
    },
    cancel(reason) {
      release();
      response.cancel(reason);
    },
  };
  // Nothing is read ahead: the deadline is for a piece that is waited for.
  return new ReadableStream(source, { highWaterMark: 0 });
}

function asTruncation(error: unknown, response: TransportResponse, context: CallContext, received: number): unknown {
  return isKeywrightError(error, "truncated-response")
    ? error
    : invalid(context, response, "truncated-response", `was cut off after ${received} bytes`, { cause: redactCause(error, context) });
}

// RFC 9112 §6.3: without a length or chunks, HTTP/1.1 ends a body by closing the connection, and a transport takes any close for the end. A compressed body that ends early is taken for whole, too.
function hasVerifiableEnd(response: TransportResponse): boolean {
  return !response.showsFraming || (/chunked/i.test(response.header("transfer-encoding") ?? "") && response.header("content-encoding") === null);
}
