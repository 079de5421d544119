import { type BinaryContent, isApiError } from "@keywright/core";
import { type Operation } from "@keywright/core/client";
import { readInt64 } from "@keywright/core/parts";
import { serviceOf, services } from "@keywright/tool-mocks/clients";
import { bodyOf, type DocumentedResponse, documentedResponses, documentedItems, itemsOf, successOf } from "@keywright/tool-test-kit/testing";
import { describe, expect, inject, it } from "vitest";
import { platformHeaders } from "../src/session.ts";
import { callOperation, exampleInputs } from "./contract-calls.ts";

// A mock serves the paths of a contract: an operation that is called at an address from a response has none.
const calls = services.flatMap(({ name: service, table }) =>
  Object.values<Operation>(table)
    .filter(({ address }) => address === undefined)
    .map((operation) => ({ service, operation, id: operation.id })),
);

/** A fetch that keeps the last answer's headers, whatever the client makes of it. */
function watchedFetch(): { readonly fetch: typeof fetch; readonly violations: () => (string | null)[] } {
  const answers: Headers[] = [];
  return {
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      answers.push(response.headers);
      return response;
    },
    violations: () => answers.map((headers) => headers.get("sl-violations")),
  };
}

/** A documented value as the mock gives it: addresses in examples lead to the mock. */
function asServed<Value>(service: string, value: Value, baseUrl: string): Value {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value).replaceAll(`https://${service}.example.com`, baseUrl)) as Value);
}

function expectHeaders(documented: DocumentedResponse["headers"], headers: Headers): void {
  expect(Object.fromEntries(Object.keys(documented).map((name) => [name, headers.get(name)]))).toEqual(documented);
}

describe.each(calls)("$service: $id on a Prism mock", ({ service, operation }) => {
  const document = serviceOf(service).document;

  it.each(documentedResponses(document, operation))("returns status $status ($example) as the contract documents it", async (answer) => {
    const baseUrl = inject("mockUrls")[service] as string;
    const watched = watchedFetch();
    const prefer = answer.example === undefined ? `code=${answer.status}` : `code=${answer.status}, example=${answer.example}`;
    const outcome = await callOperation(service, operation, { baseUrl, fetch: watched.fetch, call: { headers: { prefer } } }).catch((error: unknown) => error);
    expect(watched.violations()).toEqual([null]);
    const documented = asServed(service, answer.body, baseUrl);
    const success = successOf(operation, answer);
    if (success === undefined) {
      if (!isApiError(outcome, answer.status)) expect.fail(`status ${answer.status} came out as ${String(outcome)}`);
      expect(outcome.body).toEqual(documented);
      expectHeaders(asServed(service, answer.headers, baseUrl), platformHeaders(outcome.headers));
      return;
    }
    expect(outcome).toMatchObject({ status: answer.status });
    const { body, headers } = outcome as { readonly body: unknown; readonly headers: Headers };
    const data = bodyOf(operation, body);
    const items = documentedItems({ ...answer, body: documented });
    expectHeaders(asServed(service, answer.headers, baseUrl), headers);
    if (items !== undefined) expect(await itemsOf(data)).toEqual(items);
    else if (success.response.type === "bytes") expect(new TextDecoder().decode(await (data as BinaryContent).bytes())).toBe(documented);
    else expect(data).toEqual(readInt64(documented, "", success.int64 as Operation["int64"]));
  });

  it.each(exampleInputs(service, operation))("takes the request of the contract's example ($example)", async ({ input }) => {
    const watched = watchedFetch();
    const { status } = await callOperation(service, operation, { baseUrl: inject("mockUrls")[service] as string, fetch: watched.fetch, input });
    expect(status).toBe(operation.response.status);
    expect(watched.violations()).toEqual([null]);
  });
});

describe("the contracts as the mocks have them", () => {
  it("document an error for every operation with an input, so that the tests above cover more than successes", () => {
    const refused = calls.filter(({ service, operation }) => documentedResponses(serviceOf(service).document, operation).some(({ status }) => status >= 400));
    const asking = calls.filter(({ operation }) => operation.security.scheme !== "none");
    expect(refused.map(({ id }) => id)).toEqual(asking.map(({ id }) => id));
  });
});
