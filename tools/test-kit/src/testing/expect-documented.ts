import { expect } from "vitest";
import { toResponse, type DocumentedResponse } from "./contract/contract-examples.ts";
import { recordingFetch, type RecordingFetch } from "./recording-fetch.ts";

/**
 * Expects that a client returns a documented success, and throws others as an `ApiError`.
 *
 * @param documented One of `documentedResponses`.
 * @param call Creates a client with this `fetch` and calls the operation.
 */
export async function expectDocumented(documented: DocumentedResponse, call: (fetch: RecordingFetch) => Promise<unknown>): Promise<void> {
  const fetch = recordingFetch(toResponse(documented));
  if (documented.status < 300) {
    expect(await call(fetch)).toEqual(documented.body);
    return;
  }
  const error: unknown = await call(fetch).then(
    (value) => expect.fail(`status ${documented.status} was returned as a value: ${JSON.stringify(value)}`),
    (caught: unknown) => caught,
  );
  expect(error, `status ${documented.status} was thrown as ${String(error)}`).toMatchObject({ name: "ApiError", status: documented.status });
  expect((error as { readonly body: unknown }).body).toEqual(documented.body);
  expect((error as Error).message).toContain(`failed with status ${documented.status}`);
}
