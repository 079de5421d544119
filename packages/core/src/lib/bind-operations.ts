import { checkBaseUrl } from "./base-url.ts";
import { buildRequest } from "./build-request.ts";
import type { Answer, CallContext } from "./call-context.ts";
import { checkInput, type Input, takesInput } from "./check-input.ts";
import { checkOptions } from "./check-options.ts";
import type { CallOptions, ClientOptions } from "./client-options.ts";
import { platformClock } from "./clock.ts";
import { checkHeaders } from "./headers.ts";
import type { Operation, Pagination } from "./operation.ts";
import type { PageReader, PageReading } from "./pages/page-reader.ts";
import { paginate } from "./paginate.ts";
import { checkParts, type Parts } from "./parts.ts";
import { createPipeline } from "./pipeline.ts";
import { retryPolicy } from "./retry.ts";
import { refuse } from "./unwrap.ts";

/** A successful answer with what surrounds its body. */
export interface RawResponse<Data> {
  readonly status: number;
  readonly headers: Headers;
  /** What the method of the same name without `raw` gives; of a paginated operation, one page as it is on the wire. */
  readonly data: Data;
}

const NO_OPTIONS: CallOptions = {};

/** The methods of a client and, under `raw`, the same calls with status and headers. */
export type Bound<Operations, RawOperations> = Operations & { readonly raw: RawOperations };

/**
 * Makes the methods of a client out of its generated operation table.
 *
 * Table and interfaces agree by construction: a missing row does not compile.
 *
 * @param table The generated table, a row for each method.
 * @param options What the user gave to the client's factory.
 * @param parts What only some operations need: generated beside the table.
 * @throws ConfigurationError where an option cannot work, or a part is missing.
 */
export function bindOperations<Operations extends object, RawOperations extends object>(
  table: { readonly [Id in keyof Operations]: Operation },
  options: ClientOptions,
  parts: Parts = {},
): Bound<Operations, RawOperations> {
  checkOptions(options);
  const baseUrl = checkBaseUrl(options.baseUrl, options.allowInsecureHttp ?? false);
  const clientHeaders = checkHeaders(options.headers);
  const clock = options.clock ?? platformClock;
  const pipeline = createPipeline(options, baseUrl, clock);
  const clientRetry = retryPolicy(options.retry, undefined);
  const readings: Record<string, PageReading | undefined> = {};

  async function send(operation: Operation, given: unknown, callOptions: CallOptions = NO_OPTIONS): Promise<Answer> {
    if (callOptions !== NO_OPTIONS) checkOptions(callOptions, operation.id);
    const input = checkInput(operation, given ?? {}, parts);
    readings[operation.id]?.checkInput?.(input);
    const headers = callOptions.headers === undefined ? clientHeaders : { ...clientHeaders, ...checkHeaders(callOptions.headers) };
    const totalTimeoutMs = callOptions.totalTimeoutMs ?? options.totalTimeoutMs ?? 60_000;
    const context: CallContext = {
      call: { operation, signal: callOptions.signal },
      input,
      parts,
      retry: callOptions.retry === undefined ? clientRetry : retryPolicy(options.retry, callOptions.retry),
      timeoutMs: callOptions.timeoutMs ?? options.timeoutMs ?? 15_000,
      totalTimeoutMs,
      endsAt: clock.now() + totalTimeoutMs,
      attempts: 0,
      stopReason: undefined,
      credential: undefined,
      observed: undefined,
    };
    const request = buildRequest(baseUrl, operation, input, headers, parts);
    const response = await pipeline(request, context);
    return response.ok ? response : refuse(response, context, clock.wallNow());
  }

  const methods: Record<string, unknown> = {};
  const raw: Record<string, unknown> = {};
  for (const operation of Object.values<Operation>(table)) {
    const { id } = operation;
    checkParts(operation, parts);
    const reading = readingOf(operation, parts, baseUrl);
    readings[id] = reading;
    const call = (input: unknown, callOptions: CallOptions = NO_OPTIONS): unknown => {
      if (reading === undefined) return send(operation, input, callOptions).then(({ body }) => body);
      return paginate(operation, reading, (input ?? {}) as Input, callOptions, (at, pageOptions) => send(operation, at, pageOptions));
    };
    const callRaw = async (input: unknown, callOptions?: CallOptions): Promise<RawResponse<unknown>> => rawOf(await send(operation, input, callOptions));
    methods[id] = takesInput(operation) ? call : (callOptions?: CallOptions) => call({}, callOptions);
    raw[id] = takesInput(operation) ? callRaw : (callOptions?: CallOptions) => callRaw({}, callOptions);
  }
  return { ...methods, raw } as unknown as Bound<Operations, RawOperations>;
}

function rawOf({ status, headers, body }: Answer): RawResponse<unknown> {
  return { status, headers: headers(), data: body };
}

function readingOf(operation: Operation, parts: Parts, baseUrl: string): PageReading | undefined {
  const { pagination } = operation;
  const reader = pagination && (parts[pagination.style] as PageReader<Pagination["style"]>);
  return reader?.(operation, pagination as never, baseUrl);
}
