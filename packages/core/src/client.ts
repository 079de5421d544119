export { pinAddress } from "./lib/call/request/address.ts";
export { answerReader } from "./lib/openapi/responses/answers.ts";
export type { AnswerParts } from "./lib/openapi/responses/answers.ts";
export { readBytes } from "./lib/call/response/binary-content.ts";
export { expectClient, expectObject, refuseArgument, refuseSecret } from "./lib/options/check-arguments.ts";
export { checkOptions, isCount, isNumber, TIMER_END } from "./lib/options/check-options.ts";
export type { Rule, Rules } from "./lib/options/check-options.ts";
export { createClient } from "./lib/call/client.ts";
export { backoff, platformClock, retryDelay, wait } from "./lib/clock.ts";
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
export { offsetPages, pageNumberPages, scimIndexPages } from "./lib/pages/counted-pages.ts";
export { cursorBodyPages, cursorQueryPages } from "./lib/pages/cursor-pages.ts";
export { dryRun } from "./lib/helpers/dry-run.ts";
export { describeError, renameOptions, withNames } from "./lib/helpers/describe-error.ts";
export type { ErrorWords } from "./lib/helpers/describe-error.ts";
export { fieldErrorReader } from "./lib/openapi/responses/error-facts.ts";
export type { FieldErrorPlaces } from "./lib/openapi/responses/error-facts.ts";
export { isErrorOf } from "./lib/helpers/error-guard.ts";
export type { ErrorGuard } from "./lib/helpers/error-guard.ts";
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
  PaginationError,
  TimeoutError,
  TokenError,
} from "./lib/errors.ts";
export { readEvents } from "./lib/openapi/streams/event-stream.ts";
export { isTemporary } from "./lib/helpers/temporary.ts";
export { filterBuilder, rawFilter } from "./lib/helpers/filter.ts";
export { readHeaderValues } from "./lib/openapi/responses/header-values.ts";
export { writeIdempotencyKey, writeKeyedHeaders } from "./lib/openapi/parameters/idempotency-key.ts";
export { readInt64 } from "./lib/openapi/responses/int64.ts";
export { readJsonLines, readJsonSequence } from "./lib/openapi/streams/json-items.ts";
export { notify } from "./lib/observe/notify.ts";
export { logEvents } from "./lib/observe/log-events.ts";
export { namedCredentials } from "./lib/openapi/named-credentials.ts";
export type { UserCredentials } from "./lib/openapi/named-credentials.ts";
export { CALL_RULES, CLOCK, COUNT, FLAG, FUNCTION } from "./lib/options/option-rules.ts";
export { liveNextLinkPages, linkHeaderPages, nextLinkPages } from "./lib/pages/linked-pages.ts";
export { pollResult } from "./lib/openapi/responses/poll.ts";
export { printable } from "./lib/printable.ts";
export { maskSecrets, redactCause, secretsIn } from "./lib/secrets.ts";
export { createServerClients } from "./lib/openapi/server-clients.ts";
export { settleEach } from "./lib/helpers/settle-each.ts";
export { basicCredentials } from "./lib/call/stages/sign.ts";
export type {
  Attempt,
  BasicCredentials,
  CallInput,
  CallState,
  Contract,
  Credentials,
  ErrorTexts,
  PageReader,
  PageStyle,
  PollMethod,
  Progress,
  ReadContext,
  ResponseMethod,
  StreamReader,
  WriteBody,
  Input,
} from "./lib/pipeline.ts";
export { writeBytes, writeText } from "./lib/openapi/bodies/write-bytes.ts";
export { writeForm } from "./lib/call/request/write-form.ts";
export { writeInt64 } from "./lib/openapi/bodies/write-int64.ts";
export { writeLines } from "./lib/openapi/bodies/write-lines.ts";
export { writeMultipart } from "./lib/openapi/bodies/write-multipart.ts";
export { writeHeaders, writeStyledUrl } from "./lib/openapi/parameters/write-parameters.ts";
export { writeStyledForm } from "./lib/openapi/bodies/write-styled-form.ts";
export { writeUrl } from "./lib/call/request/write-request.ts";
