import { inject } from "vitest";

// Replaces the test kit in a browser.
export { expectRejected } from "@keywright/tool-test-kit/testing/expect-rejected";
export { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing/recording-fetch";
export type { RecordedRequest, RecordingFetch } from "@keywright/tool-test-kit/testing/recording-fetch";

/** Passes the cases of a public conformance suite to `register`. A page has no files, and tests cannot be registered later, so the request is synchronous. */
export function withVectors<Case>(path: string, register: (cases: readonly Case[]) => void): void {
  const url = inject("vectorsUrl");
  if (url === undefined) return;
  const request = new XMLHttpRequest();
  request.open("GET", `${url}/${path}`, false);
  request.send();
  if (request.status !== 200) throw new Error(`CONFORMANCE_VECTORS must have the file ${path}; its status is ${request.status}`);
  register(JSON.parse(request.responseText) as readonly Case[]);
}
