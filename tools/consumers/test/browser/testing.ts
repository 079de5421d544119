import { inject } from "vitest";

// Replaces the test kit in a browser.
export { expectRejected } from "@keywright/tool-test-kit/testing/expect-rejected";
export { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing/recording-fetch";
export type { RecordedRequest, RecordingFetch } from "@keywright/tool-test-kit/testing/recording-fetch";

/** Passes the cases of a public conformance suite to `register`. The setup reads them, because a page has no files. */
export function withVectors<Case>(path: string, register: (cases: readonly Case[]) => void): void {
  const cases = inject("vectors")?.[path];
  if (cases !== undefined) register(cases as readonly Case[]);
}
