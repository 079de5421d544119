import { secretsOf } from "../request/call-secrets.ts";
import { invalidResponse } from "./read-response.ts";
import { redactCause } from "../../secrets.ts";
import type { ReadContext } from "../../pipeline.ts";

/** A body that is read later. The attempt lives until the body ends, fails or is canceled. */
export interface KeptBody {
  /**
   * Returns the next chunk, `undefined` at the end.
   *
   * @throws TimeoutError if the chunk takes longer than `timeoutMs`; the caller's own reason if the
   * call is aborted; InvalidResponseError `truncated-response` if the connection breaks.
   */
  read(): Promise<Uint8Array | undefined>;
  /** Frees the connection. */
  cancel(reason?: unknown): void;
}

/** Keeps a body. Its deadline only runs during a read, so that a slow caller does not end it. */
export function keepBody(context: ReadContext): KeptBody {
  const { body, call, attempt } = context;
  const release = attempt.keep();
  attempt.expectWithin(undefined);
  let received = 0;
  return {
    async read() {
      let chunk: Uint8Array | undefined;
      try {
        attempt.throwIfEnded();
        attempt.expectWithin(call.timeoutMs);
        chunk = (await body.read()).value;
        attempt.throwIfEnded();
        attempt.expectWithin(undefined);
      } catch (error) {
        release();
        attempt.throwIfEnded();
        throw invalidResponse(context, "truncated-response", `was cut off after ${received} bytes`, { cause: redactCause(error, secretsOf(call)) });
      }
      if (chunk === undefined) release();
      else received += chunk.length;
      return chunk;
    },
    cancel(reason) {
      release();
      void body.cancel(reason);
    },
  };
}
