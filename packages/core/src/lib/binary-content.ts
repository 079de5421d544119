import type { CallContext } from "./call-context.ts";
import type { Attempt } from "./deadline.ts";
import { redactCause } from "./redact.ts";
import { announcedBytes, invalid, joinPieces } from "./read-body.ts";

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
export function binaryContent(response: Response, context: CallContext, attempt: Attempt): BinaryContent {
  const sizeBytes = announcedBytes(response);
  const release = attempt.keep();
  attempt.expectWithin(undefined);
  const stream = (): ReadableStream<Uint8Array> => checkedStream(response, context, attempt, sizeBytes, release);
  return {
    mediaType: response.headers.get("content-type") ?? undefined,
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
  response: Response,
  context: CallContext,
  attempt: Attempt,
  sizeBytes: number | undefined,
  release: () => void,
): ReadableStream<Uint8Array> {
  const reader = response.body?.getReader();
  let received = 0;
  // A fetch that does not listen to its signal would let a read wait for ever.
  attempt.signal.addEventListener("abort", () => void reader?.cancel().catch(() => {}));
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        attempt.signal.throwIfAborted();
        attempt.expectWithin(context.timeoutMs);
        const value = (await reader?.read())?.value;
        attempt.signal.throwIfAborted();
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
        throw attempt.signal.aborted ? attempt.signal.reason : asTruncation(error, response, context, received);
      }
    },
    async cancel(reason) {
      release();
      await reader?.cancel(reason);
    },
  };
  // Nothing is read ahead: the deadline is for a piece that is waited for.
  return new ReadableStream(source, { highWaterMark: 0 });
}

function asTruncation(error: unknown, response: Response, context: CallContext, received: number): unknown {
  if (error instanceof Error && "code" in error && error.code === "truncated-response") return error;
  return invalid(context, response, "truncated-response", `was cut off after ${received} bytes`, { cause: redactCause(error, context) });
}

// RFC 9112 §6.3: without a length or chunks, HTTP/1.1 ends a body by closing the connection, and Node takes any close for the end. A compressed body that ends early is taken for whole, too.
// Other runtimes hide these headers and check themselves; an answer without a URL was made in this process.
function hasVerifiableEnd({ url, headers }: Response): boolean {
  const isNode = (globalThis as { process?: { versions?: { undici?: string } } }).process?.versions?.undici !== undefined;
  return !isNode || url === "" || (/chunked/i.test(headers.get("transfer-encoding") ?? "") && !headers.has("content-encoding"));
}
