import { expect } from "vitest";
import { answerResponse, type DocumentedAnswer } from "./contract-examples.ts";
import { recordingFetch, type RecordingFetch } from "./recording-fetch.ts";

/**
 * Sees that a client gives a documented success as its value, and throws any other documented answer as an `ApiError` with status and body.
 *
 * @param answer One of `documentedAnswers`.
 * @param call Makes a client on the given `fetch` and calls the operation.
 */
export async function expectDocumented(answer: DocumentedAnswer, call: (fetch: RecordingFetch) => Promise<unknown>): Promise<void> {
  const fetch = recordingFetch(answerResponse(answer));
  if (answer.status < 300) {
    expect(await call(fetch)).toEqual(answer.body);
    return;
  }
  const error: unknown = await call(fetch).then(
    (value) => expect.fail(`status ${answer.status} was given as a value: ${JSON.stringify(value)}`),
    (caught: unknown) => caught,
  );
  expect(error, `status ${answer.status} was thrown as ${String(error)}`).toMatchObject({ name: "ApiError", status: answer.status });
  expect((error as { readonly body: unknown }).body).toEqual(answer.body);
  expect((error as Error).message).toContain(`failed with status ${answer.status}`);
}
