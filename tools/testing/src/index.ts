export { answerResponse, documentedAnswers } from "./contract-examples.ts";
export type { DocumentedAnswer } from "./contract-examples.ts";
export { expectDocumented } from "./expect-documented.ts";
export { jsonResponse, recordingFetch } from "./recording-fetch.ts";
export type { RecordedRequest, RecordingFetch } from "./recording-fetch.ts";
