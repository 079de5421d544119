import type { CallOptions, HttpResponse } from "@keywright/core";
import type { Operation } from "@keywright/core/client";
import { createEventsClient } from "@keywright/events";
import { createManagementClient } from "@keywright/management";
import { type Json, operationsOf } from "@keywright/tool-contract";
import { readDocument, type ServiceName } from "@keywright/tool-mocks";
import { createVaultClient } from "@keywright/vault";

type RawMethods = { readonly [id: string]: (...args: readonly unknown[]) => Promise<HttpResponse<unknown>> };

/** Each answer is looked at once: a client that sends again after a 500 is told not to. */
const onlyOnce = { retry: false } as const;

const clients = { management: createManagementClient, vault: createVaultClient, events: createEventsClient };

/** Calls an operation by its name, as the table of its service has it. */
export function callOperation(
  service: ServiceName,
  operation: Operation,
  options: { readonly baseUrl: string; readonly fetch: typeof fetch; readonly input?: unknown; readonly call?: CallOptions },
): Promise<HttpResponse<unknown>> {
  const client = clients[service]({ baseUrl: options.baseUrl, token: "example-token", fetch: (url, init) => options.fetch(url, init), ...onlyOnce });
  const method = (client.raw as unknown as RawMethods)[operation.id];
  if (method === undefined) throw new Error(`the ${service} client has no method ${operation.id}`);
  const takesInput = operation.pathParameters !== undefined || operation.queryParameters !== undefined || operation.body !== undefined;
  return takesInput ? method(options.input ?? exampleInputs(service, operation)[0]?.input, options.call) : method(options.call);
}

/** The inputs that a contract shows for an operation: its required parameters with each example of its body. */
export function exampleInputs(service: ServiceName, operation: Operation): { readonly example: string; readonly input: unknown }[] {
  const described = operationsOf({ document: readDocument(service) }).find(({ id }) => id === operation.id);
  if (described === undefined) throw new Error(`the contract of ${service} has no operation ${operation.id}`);
  const given = {
    ...Object.fromEntries(described.parameters.filter(({ required }) => required === true).map(({ name, example }) => [name, example])),
    ...(operation.security.scheme === "basic" ? { clientId: "example-client-1", clientSecret: "example-client-secret-1" } : {}),
  };
  if (operation.body === undefined) return [{ example: "no body", input: given }];
  const content = (described.body?.["content"] ?? {}) as { readonly [mediaType: string]: Json };
  const examples = Object.entries((content[operation.body.mediaType]?.["examples"] ?? {}) as { readonly [name: string]: Json });
  return examples.map(([example, holder]) => ({
    example,
    input: operation.pagination?.style === "cursor-body" ? holder["value"] : { ...given, body: holder["value"] },
  }));
}
