export { basicCredentials } from "./lib/basic-credentials.ts";
export type { BasicCredentials } from "./lib/basic-credentials.ts";
export { binaryContent } from "./lib/binary-content.ts";
export type { Bound } from "./lib/bind-operations.ts";
export type { Answer } from "./lib/call-context.ts";
export { platformClock } from "./lib/clock.ts";
export { createClient } from "./lib/create-client.ts";
export type { Contract } from "./lib/create-client.ts";
export { isPassing } from "./lib/feed/passing.ts";
export { backoff, wait } from "./lib/feed/wait.ts";
export { filterBuilder } from "./lib/filter.ts";
export { formBody } from "./lib/form-body.ts";
export { maskSecrets } from "./lib/mask.ts";
export type {
  Constraint,
  HttpMethod,
  Operation,
  OperationTable,
  Pagination,
  Parameter,
  RequestBody,
  SecretTree,
  Security,
  SuccessResponse,
} from "./lib/operation.ts";
export { cursorBodyPages } from "./lib/pages/cursor-body.ts";
export { liveNextLinkPages, nextLinkPages } from "./lib/pages/next-link.ts";
export { offsetPages } from "./lib/pages/offset.ts";
export type { PageReader, PageReaders, PageReading, Step } from "./lib/pages/page-reader.ts";
export { scimIndexPages } from "./lib/pages/scim-index.ts";
export type { Parts } from "./lib/parts.ts";
export { pinAddress } from "./lib/pin-address.ts";
export { expectClient, expectObject, refuseArgument } from "./lib/refuse-input.ts";
