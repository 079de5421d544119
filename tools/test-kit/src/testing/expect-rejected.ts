import { expect } from "vitest";
import { recordingFetch, type RecordingFetch } from "./recording-fetch.ts";

export interface RejectedArgument extends Error {
  readonly argument: string | undefined;
  readonly operationId: string | undefined;
}

/**
 * Expects that a call throws an `ArgumentError` before any request. Returns the error.
 *
 * @param call Creates a client with this `fetch` and calls the operation.
 */
export async function expectRejected(call: (fetch: RecordingFetch) => Promise<unknown>): Promise<RejectedArgument> {
  const fetch = recordingFetch();
  const error: unknown = await call(fetch).then(
    (value) => expect.fail(`the call must throw, but returned ${JSON.stringify(value)}`),
    (caught: unknown) => caught,
  );
  expect(fetch.requests, "nothing is sent").toEqual([]);
  expect(error, `the call threw ${String(error)}`).toMatchObject({ name: "ArgumentError", code: "invalid-argument" });
  return error as RejectedArgument;
}
