export { pinAddress } from "./lib/address.ts";
export { answerReader } from "./lib/answers.ts";
export type { AnswerParts } from "./lib/answers.ts";
export { readBytes } from "./lib/binary-content.ts";
export { expectClient, expectObject, refuseArgument } from "./lib/check-arguments.ts";
export { checkOptions, isCount, isNumber, TIMER_END } from "./lib/check-options.ts";
export type { Rule, Rules } from "./lib/check-options.ts";
export { createClient } from "./lib/client.ts";
export { backoff, platformClock, wait } from "./lib/clock.ts";
export type {
  BodyFormat,
  Constraint,
  Credential,
  FormStyle,
  HeaderType,
  HttpMethod,
  Operation,
  OperationTable,
  Pagination,
  Parameter,
  Part,
  Poll,
  PropertyPath,
  RequestBody,
  Security,
  StreamType,
  Success,
  SuccessResponse,
  ValueTree,
} from "./lib/contract.ts";
export { offsetPages, pageNumberPages, scimIndexPages } from "./lib/counted-pages.ts";
export { cursorBodyPages, cursorQueryPages } from "./lib/cursor-pages.ts";
export { dryRun } from "./lib/dry-run.ts";
export { errorReader } from "./lib/error-facts.ts";
export type { ErrorPlaces } from "./lib/error-facts.ts";
export { isErrorOf } from "./lib/error-guard.ts";
export type { ErrorGuard } from "./lib/error-guard.ts";
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
  StaleSecretError,
  TimeoutError,
  TokenError,
  VersionError,
} from "./lib/errors.ts";
export { readEvents } from "./lib/event-stream.ts";
export { isTemporary } from "./lib/feed/temporary.ts";
export { filterBuilder, rawFilter } from "./lib/filter.ts";
export { readHeaderValues } from "./lib/header-values.ts";
export { writeIdempotencyKey, writeKeyedHeaders } from "./lib/idempotency-key.ts";
export { readInt64 } from "./lib/int64.ts";
export { readJsonLines, readJsonSequence } from "./lib/json-items.ts";
export { logEvents } from "./lib/log-events.ts";
export { namedCredentials } from "./lib/named-credentials.ts";
export type { UserCredentials } from "./lib/named-credentials.ts";
export { CALL_RULES, CLOCK, COUNT, FLAG, FUNCTION } from "./lib/option-rules.ts";
export { liveNextLinkPages, linkHeaderPages, nextLinkPages } from "./lib/linked-pages.ts";
export { pollResult } from "./lib/poll.ts";
export { printable } from "./lib/printable.ts";
export { maskSecrets } from "./lib/secrets.ts";
export { createServerClients } from "./lib/server-clients.ts";
export { settleEach } from "./lib/settle-each.ts";
export { basicCredentials } from "./lib/sign.ts";
export type {
  Attempt,
  BasicCredentials,
  CallState,
  Contract,
  Credentials,
  Input,
  PageReader,
  PageStyle,
  PollMethod,
  ResponseMethod,
  StreamReader,
  WriteBody,
} from "./lib/pipeline.ts";
export { writeBytes, writeText } from "./lib/write-bytes.ts";
export { writeForm } from "./lib/write-form.ts";
export { writeInt64 } from "./lib/write-int64.ts";
export { writeLines } from "./lib/write-lines.ts";
export { writeMultipart } from "./lib/write-multipart.ts";
export { writeHeaders, writeStyledUrl } from "./lib/write-parameters.ts";
export { writeStyledForm } from "./lib/write-styled-form.ts";
export { writeUrl } from "./lib/write-request.ts";
