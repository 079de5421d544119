import { checkBaseUrl, isAtOrigin, parseUrl } from "./request/address.ts";
import { apiError } from "./response/api-error.ts";
import { inputCheck, valueChecks } from "./request/check-input.ts";
import { checkHeaders, checkOptions } from "../options/check-options.ts";
import { platformClock } from "../clock.ts";
import type { Operation, Pagination } from "../contract.ts";
import { createDeadline } from "./stages/deadline.ts";
import { ConfigurationError } from "../errors.ts";
import { createExchange, fetchTransport } from "./stages/exchange.ts";
import { createObserve } from "./stages/observe.ts";
import { CALL_RULES, CLIENT_RULES } from "../options/option-rules.ts";
import { paginate } from "../pages/paginate.ts";
import { createRetry, type RetryQuota, retryPolicy } from "./stages/retry.ts";
import { createSign } from "./stages/sign.ts";
import type { HttpResponse } from "../http.ts";
import type { Call, CallOptions, ClientOptions, Middleware, Send } from "../options.ts";
import type { CallState, CheckCall, Contract, Input, PageReader, PageStyle, ResponseMethod, Stage } from "../pipeline.ts";
import { writeRequest } from "./request/write-request.ts";

/**
 * Creates the methods of a client from its generated contract.
 *
 * The stages of a call: check → write → middleware( observe( retry( sign( observe( deadline(
 * exchange → read )))))) → value.
 *
 * @param contract A row for each method, and the functions that these operations need.
 * @param options The options that the user passed to the client's factory.
 * @returns The methods and, under `raw`, the same methods returning the whole response with status
 * and headers.
 * @throws ConfigurationError if an option is invalid.
 */
export function createClient<Operations extends object, RawOperations extends object>(
  contract: Contract & { readonly operations: { readonly [Id in keyof Operations]: Operation } },
  options: ClientOptions,
): Operations & { readonly raw: RawOperations } {
  const whole: Contract = { paginate, checks: valueChecks, ...contract };
  const pipeline = openPipeline(whole, options);
  const methods: Record<string, Method> = {};
  const raw: Record<string, Method> = {};
  for (const operation of Object.values<Operation>(contract.operations)) {
    ({ value: methods[operation.id], response: raw[operation.id] } = bindOperation(operation, whole, options, pipeline));
  }
  return { ...methods, raw } as unknown as Operations & { readonly raw: RawOperations };
}

/** A method: an operation without any input takes the options of the call as its only argument. */
export type Method = (given?: unknown, own?: CallOptions) => unknown;

/** The methods of one operation. */
export interface Bound {
  readonly value: Method;
  readonly response: Method;
  /** Takes input and options, even if the operation has no input. */
  readonly call: ResponseMethod;
}

/** Returns the methods of an operation. */
export function bindOperation(operation: Operation, contract: Contract, options: ClientOptions, pipeline: Pipeline): Bound {
  const { id } = operation;
  const [baseUrl, run, checkCall] = pipeline;
  const { known, check } = inputCheck(operation, contract);
  const reader = pageReader(operation, contract, baseUrl);

  const call = async (given: unknown, own: CallOptions = NO_OPTIONS): Promise<HttpResponse> => {
    if (own !== NO_OPTIONS) checkCall?.(id, own);
    const input = check(given ?? {});
    reader?.checkInput?.(input);
    // Awaited, so that stack traces have the method.
    return await run(operation, input, own, writeRequest);
  };

  function list(given: unknown, own: CallOptions = NO_OPTIONS): unknown {
    checkCall?.(id, own);
    return reader && contract.paginate?.(operation, reader, given, own, { send: call, check: checkCall });
  }

  const polled = contract.poll?.(operation, call, (other) => bindOperation(other, contract, options, pipeline), contract, options);
  const value = reader ? list : (polled ?? (async (given: unknown, own?: CallOptions) => (await call(given, own)).body));
  const bound = <Result>(method: (given: unknown, own?: CallOptions) => Result): ((given?: unknown, own?: CallOptions) => Result) =>
    Object.defineProperty(known.length > 0 ? method : (own: unknown) => method(undefined, own as CallOptions), "name", { value: id });
  return { value: bound(value), response: bound(call), call };
}

const NO_OPTIONS: CallOptions = {};

function pageReader(operation: Operation, { pages }: Contract, baseUrl: string): PageReader | undefined {
  const { pagination } = operation;
  // The compiler cannot infer that a style and its names belong together.
  return pagination && (pages?.[pagination.style] as PageStyle<Pagination["style"]> | undefined)?.(operation, pagination, baseUrl);
}

/**
 * Calls an operation through the pipeline of a client. The call's deadline begins.
 *
 * @param write Writes the request, with the headers of the client and of the call.
 * @throws ApiError for a status that is no success.
 */
export type Run = (operation: Operation, input: Input, own: CallOptions, write: typeof writeRequest) => Promise<HttpResponse>;

/** A base URL without trailing slashes, what calls, and what checks the options of a call. */
export type Pipeline = readonly [baseUrl: string, run: Run, checkCall?: CheckCall];

/**
 * Checks the options of a client and opens its pipeline.
 *
 * @throws ConfigurationError if an option is invalid.
 */
export function openPipeline(contract: Contract, options: ClientOptions, quota?: RetryQuota): Pipeline {
  checkOptions(
    "the client",
    options,
    { ...CLIENT_RULES, ...contract.credentials?.rules, ...(contract.allCredentials?.length && { credentials: undefined }) },
    { such: " with at least baseUrl" },
  );
  const [baseUrl, run] = openStages(contract, options, quota, { observe: createObserve, wrap: wrapped });
  return [baseUrl, run, (by, own, rules) => checkOptions(by, own, rules ?? CALL_RULES, rules ? {} : { such: " such as { signal }", operationId: by })];
}

/** What a pipeline only has if it is needed. */
export interface Extras {
  readonly observe?: typeof createObserve;
  readonly wrap?: typeof wrapped;
}

/**
 * Opens a pipeline. Retry is outside sign, so that each attempt is signed again; middleware is
 * outside both, so that it sees no credential.
 *
 * @throws ConfigurationError if an address, a header or a token is invalid.
 */
export function openStages(contract: Contract, options: ClientOptions, quota?: RetryQuota, { observe: report, wrap }: Extras = {}): Pipeline {
  const { transport, fetch, maxResponseBytes, parseJson, onEvent, middleware = [], clock = platformClock } = options;
  const baseUrl = checkBaseUrl(options.baseUrl, options.allowInsecureHttp);
  const clientHeaders = checkHeaders(options.headers);
  const clientRetry = retryPolicy(options.retry);
  const observe = onEvent && report?.(clock, onEvent, baseUrl);
  const attempt = createDeadline(clock, createExchange(transport ?? fetchTransport(fetch), maxResponseBytes, parseJson));
  const observed = observe?.attempts(attempt) ?? attempt;
  const sign = contract.credentials?.createSign(contract, options, clock, observed) ?? createSign(clock, options.token, observed);
  const attempts = createRetry(clock, sign, quota);
  const calls = observe?.calls(attempts) ?? attempts;
  // A copy, because the array may change after the client was created.
  const send = wrap?.(calls, [...middleware], baseUrl) ?? calls;
  const run: Run = async (operation, input, own, write) => {
    const { signal, headers, retry, readJson } = own;
    const totalTimeoutMs = own.totalTimeoutMs ?? options.totalTimeoutMs ?? 60_000;
    const call: CallState = {
      operation,
      signal,
      contract,
      input,
      readJson,
      retry: retry === undefined ? clientRetry : retryPolicy(options.retry, retry),
      clock,
      timeoutMs: own.timeoutMs ?? options.timeoutMs ?? 15_000,
      totalTimeoutMs,
      endsAt: clock.now() + totalTimeoutMs,
      attempts: 0,
      tries: 0,
      stopReason: undefined,
      // The retry stage sets it, before a response can be read.
      resume: undefined as never,
      credential: undefined,
      observation: undefined,
    };
    const sent = headers === undefined ? clientHeaders : { ...clientHeaders, ...checkHeaders(headers) };
    const response = await send(write(operation, input, baseUrl, sent, contract), call);
    if (!response.ok) throw apiError(response, call, baseUrl);
    return response;
  };
  return [baseUrl, run];
}

/** Wraps the pipeline in middleware, which may change the request within the origin. */
function wrapped(send: Stage, wraps: readonly Middleware[], baseUrl: string): Stage {
  if (wraps.length === 0) return send;
  return (request, call) => {
    const { operation, signal } = call;
    const { url } = request;
    // A copy, because a middleware may change its object after the check.
    const last: Send = async (given) => {
      if (given.url === url) return send({ ...given }, call);
      const reject = (problem: string): never => {
        const details = { operationId: operation.id, option: "middleware" };
        throw new ConfigurationError("invalid-configuration", `${operation.id}: a middleware changed the address to ${problem}`, details);
      };
      // What is judged is sent: a transport may resolve a URL such as "https:host" in another way.
      const sentUrl = parseUrl(given.url)?.href ?? reject("one that is not absolute");
      if (operation.security.scheme !== "none" && !isAtOrigin(sentUrl, baseUrl)) reject("another origin than baseUrl");
      return send({ ...given, url: sentUrl }, call);
    };
    const shown: Call = { operation, signal };
    return wraps.reduceRight<Send>((next, wrap) => async (sent) => wrap(sent, next, shown), last)(request);
  };
}
