import { expect } from "vitest";
import { recordingFetch, type RecordingFetch } from "./recording-fetch.ts";

/** What an `ArgumentError` tells. */
export interface RefusedArgument extends Error {
  readonly argument: string | undefined;
  readonly operationId: string | undefined;
}

/**
 * Sees that a call is refused with an `ArgumentError` before any request, and gives the error.
 *
 * @param call Makes a client on the given `fetch` and calls the operation.
 */
export async function expectRefused(call: (fetch: RecordingFetch) => Promise<unknown>): Promise<RefusedArgument> {
  const fetch = recordingFetch();
  const error: unknown = await call(fetch).then(
    (value) => expect.fail(`the call was not refused but gave ${JSON.stringify(value)}`),
    (caught: unknown) => caught,
  );
  expect(fetch.requests, "nothing is sent").toEqual([]);
  expect(error, `the call was refused with ${String(error)}`).toMatchObject({ name: "ArgumentError", code: "invalid-argument" });
  return error as RefusedArgument;
}
