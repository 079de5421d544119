export { pinAddress } from "./lib/address.ts";
export { readBytes } from "./lib/binary-content.ts";
export { expectClient, expectObject, refuseArgument } from "./lib/check-arguments.ts";
export { checkOptions, isCount, isNumber, TIMER_END } from "./lib/check-options.ts";
export type { Rule, Rules } from "./lib/check-options.ts";
export { createClient } from "./lib/client.ts";
export { backoff, platformClock, wait } from "./lib/clock.ts";
export type {
  BodyFormat,
  Constraint,
  FormStyle,
  HttpMethod,
  Operation,
  OperationTable,
  Pagination,
  Parameter,
  Part,
  RequestBody,
  Security,
  SuccessResponse,
  ValueTree,
} from "./lib/contract.ts";
export { dryRun } from "./lib/dry-run.ts";
export {
  ApiError,
  ArgumentError,
  ConfigurationError,
  ConnectionError,
  DryRunError,
  InvalidResponseError,
  isApiError,
  isKeywrightError,
  KeywrightError,
  LookupError,
  PaginationError,
  TimeoutError,
  TokenError,
  VersionError,
} from "./lib/errors.ts";
export { isTemporary } from "./lib/feed/temporary.ts";
export { filterBuilder, rawFilter } from "./lib/filter.ts";
export { readInt64 } from "./lib/int64.ts";
export { logEvents } from "./lib/log-events.ts";
export { CALL_RULES, CLOCK, COUNT, FLAG } from "./lib/option-rules.ts";
export { cursorBodyPages, liveNextLinkPages, nextLinkPages, offsetPages, scimIndexPages } from "./lib/page-readers.ts";
export { printable } from "./lib/printable.ts";
export { maskSecrets } from "./lib/secrets.ts";
export { settleEach } from "./lib/settle-each.ts";
export { basicCredentials } from "./lib/sign.ts";
export type { Attempt, BasicCredentials, CallState, Contract, Input, PageReader, PageStyle, WriteBody } from "./lib/types.ts";
export { writeBytes, writeText } from "./lib/write-bytes.ts";
export { writeLines } from "./lib/write-lines.ts";
export { writeMultipart } from "./lib/write-multipart.ts";
export { writeForm, writeUrl } from "./lib/write-request.ts";
