import { inputCheck } from "./request/check-input.ts";
import type { Operation, Pagination } from "../contract.ts";
import { checkOptions } from "../options/check-options.ts";
import { openPipeline } from "./open-pipeline.ts";
import { CALL_RULES } from "../options/option-rules.ts";
import { paginate } from "../pages/paginate.ts";
import type { HttpResponse } from "../http.ts";
import type { CallOptions, ClientOptions } from "../options.ts";
import type { Contract, PageReader, PageStyle, ResponseMethod } from "../pipeline.ts";
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
  const [baseUrl, run] = openPipeline(contract, options);

  function bind(operation: Operation): { readonly value: Method; readonly response: ResponseMethod; readonly call: ResponseMethod } {
    const { id } = operation;
    const { known, check } = inputCheck(operation, contract);
    const reader = pageReader(operation, contract, baseUrl);
    const checkCall = (own: CallOptions): void => checkOptions(id, own, CALL_RULES, { such: " such as { signal }", operationId: id });

    const call = async (given: unknown, own: CallOptions = NO_OPTIONS): Promise<HttpResponse> => {
      if (own !== NO_OPTIONS) checkCall(own);
      const input = check(given ?? {});
      reader?.checkInput?.(input);
      // Awaited, so that stack traces have the method.
      return await run(operation, input, own, writeRequest);
    };

    function list(given: unknown, own: CallOptions = NO_OPTIONS): unknown {
      checkCall(own);
      return reader && paginate(operation, reader, given, own, call);
    }

    const polled = contract.poll?.(operation, call, bind, contract, options);
    const value = reader ? list : (polled ?? ((given: unknown, own?: CallOptions) => call(given, own).then(({ body: read }) => read)));
    // An operation without any input takes the call options as its only argument.
    const bound = <Result>(method: (given: unknown, own?: CallOptions) => Result): ((given?: unknown, own?: CallOptions) => Result) =>
      Object.defineProperty(known.length > 0 ? method : (own: unknown) => method(undefined, own as CallOptions), "name", { value: id });
    return { value: bound(value), response: bound(call), call };
  }

  const methods: Record<string, Method> = {};
  const raw: Record<string, Method> = {};
  for (const operation of Object.values<Operation>(contract.operations)) {
    ({ value: methods[operation.id], response: raw[operation.id] } = bind(operation));
  }
  return { ...methods, raw } as unknown as Operations & { readonly raw: RawOperations };
}

type Method = (given?: unknown, own?: CallOptions) => unknown;

const NO_OPTIONS: CallOptions = {};

function pageReader(operation: Operation, { pages }: Contract, baseUrl: string): PageReader | undefined {
  const { pagination } = operation;
  // The compiler cannot infer that a style and its names belong together.
  return pagination && (pages?.[pagination.style] as PageStyle<Pagination["style"]> | undefined)?.(operation, pagination, baseUrl);
}
