export { expectClient, expectObject, rejectArgument, rejectSecret } from "./lib/options/check-arguments.ts";
export { checkOptions, isCount, isNumber, TIMER_END } from "./lib/options/check-options.ts";
export type { Rule, Rules } from "./lib/options/check-options.ts";
export { createClient } from "./lib/call/client.ts";
export { clientSettings, createFunction } from "./lib/call/functions.ts";
export type { ClientSettings, FunctionSettings, OperationFunction } from "./lib/call/functions.ts";
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
export { dryRun } from "./lib/helpers/dry-run.ts";
export { describeError, renameOptions, withNames } from "./lib/helpers/describe-error.ts";
export type { ErrorWords } from "./lib/helpers/describe-error.ts";
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
export { isTemporary } from "./lib/helpers/temporary.ts";
export { filterBuilder, rawFilter } from "./lib/helpers/filter.ts";
export { notify } from "./lib/observe/notify.ts";
export { logEvents } from "./lib/observe/log-events.ts";
export { nearName } from "./lib/options/near-name.ts";
export { CALL_RULES, CLOCK, COUNT, FLAG, FUNCTION } from "./lib/options/option-rules.ts";
export { printable } from "./lib/printable.ts";
export { maskSecrets, redactCause, secretsIn } from "./lib/secrets.ts";
export { settleEach } from "./lib/helpers/settle-each.ts";
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
export { writeUrl } from "./lib/call/request/write-request.ts";
