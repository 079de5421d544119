import type { CallOptions, HttpResponse } from "@keywright/core";
import type { Operation } from "@keywright/core/client";
import { serviceOf } from "@keywright/tool-mocks/clients";
import { type ExampleInput, exampleInputs as inputsOf, exampleOptions } from "@keywright/tool-test-kit/testing";

/** Each answer is looked at once: a client that sends again after a 500 is told not to. */
const onlyOnce = { retry: false } as const;

/** Calls an operation by its name, as the table of its service has it. */
export function callOperation(
  service: string,
  operation: Operation,
  options: { readonly baseUrl: string; readonly fetch: typeof fetch; readonly input?: unknown; readonly call?: CallOptions },
): Promise<HttpResponse<unknown>> {
  const { createClient, table } = serviceOf(service);
  const client = createClient({
    ...exampleOptions(table, () => options.baseUrl),
    fetch: (url, init) => options.fetch(url, init),
    ...onlyOnce,
  });
  const method = client.raw[operation.id];
  if (method === undefined) throw new Error(`the ${service} client has no method ${operation.id}`);
  const input = options.input ?? exampleInputs(service, operation)[0]?.input;
  return input === undefined ? method(options.call) : method(input, options.call);
}

/** The inputs that a contract shows for an operation. */
export function exampleInputs(service: string, operation: Operation): readonly ExampleInput[] {
  return inputsOf(serviceOf(service).document, operation);
}
