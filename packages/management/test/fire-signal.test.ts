import document from "@keywright/management/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../src/generated/operations.ts";
import { createManagementClient, type FireSignalInput } from "../src/index.ts";
import { baseUrl, clientOn } from "./support.ts";

const href = `${baseUrl}/signals/0f6c1d52-approve?key=1`;
const fired = () => new Response(null, { status: 204 });

describe("fireSignal", () => {
  it("posts to the address of the action, without a body, with the token", async () => {
    const fetch = recordingFetch(fired());
    await expect(clientOn(fetch).fireSignal({ href })).resolves.toBeUndefined();
    expect(fetch.requests).toEqual([
      { method: "POST", url: href, headers: { accept: "application/problem+json, application/json", authorization: "Bearer token-1" }, body: undefined },
    ]);
  });

  it.each([
    fired(),
    new Response("", { status: 202 }),
    jsonResponse(200, { later: "members" }),
    new Response("done", { headers: { "content-type": "text/plain" } }),
  ])("ignores the body of a success response: %#", async (answer) => {
    await expect(clientOn(recordingFetch(answer)).fireSignal({ href })).resolves.toBeUndefined();
  });

  it("rejects a login page as a response of the service", async () => {
    const client = clientOn(recordingFetch(new Response("<html>log in</html>", { headers: { "content-type": "text/html" } })));
    await expect(client.fireSignal({ href })).rejects.toMatchObject({ name: "InvalidResponseError", code: "unexpected-content" });
  });

  // How an address can look like the service's own is core's to test; here that it is core that is asked.
  it.each([
    `${baseUrl}.evil.net/signals/1`,
    `${baseUrl}@evil.net/`,
    "https://management.example.com:8443/signals/1",
    "//evil.net/",
    "http://management.example.com/signals/1",
  ])("sends nothing to %s", async (foreign) => {
    const fetch = recordingFetch();
    await expect(clientOn(fetch).fireSignal({ href: foreign })).rejects.toMatchObject({ name: "ArgumentError", operationId: "fireSignal", argument: "href" });
    expect(fetch.requests).toEqual([]);
  });

  it.each([{}, undefined, null])("says that %j has no address", async (input) => {
    const fetch = recordingFetch();
    const failure = clientOn(fetch).fireSignal(input as FireSignalInput);
    await expect(failure).rejects.toMatchObject({
      name: "ArgumentError",
      operationId: "fireSignal",
      argument: "href",
      message: "fireSignal: href must be an address at https://management.example.com, the origin of baseUrl: tokens are only sent there; got nothing",
    });
    expect(fetch.requests).toEqual([]);
  });

  it("reports which scope a rejected token lacks", async () => {
    const client = clientOn(recordingFetch(jsonResponse(403, {})));
    await expect(client.fireSignal({ href })).rejects.toThrow(
      "fireSignal failed with status 403: the service gave no reason (the operation needs Workflows.Runs.Execute)",
    );
  });

  it("is not retried if the signal may have been fired", async () => {
    const fetch = recordingFetch(jsonResponse(503, {}));
    const client = createManagementClient({ baseUrl, token: "token-1", fetch });
    await expect(client.fireSignal({ href })).rejects.toMatchObject({ status: 503, attempts: 1, stopReason: "write" });
    const lost = async (): Promise<Response> => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
    };
    const failing = createManagementClient({ baseUrl, token: "token-1", fetch: lost });
    await expect(failing.fireSignal({ href })).rejects.toMatchObject({ name: "ConnectionError", outcome: "unknown", attempts: 1 });
  });

  it("is sent once more with a new token if the previous one was rejected", async () => {
    const fetch = recordingFetch(jsonResponse(401, {}), fired());
    let tokens = 0;
    const client = createManagementClient({ baseUrl, fetch, token: () => `token-${(tokens += 1)}` });
    await client.fireSignal({ href });
    expect(fetch.requests.map(({ headers }) => headers["authorization"])).toEqual(["Bearer token-1", "Bearer token-2"]);
  });

  it("takes the address alone: an action of a run has other properties", async () => {
    const action = { href, name: "Approve", stepId: "step-1" };
    const error = await expectRejected((fetch) => clientOn(fetch).fireSignal(action));
    expect(error.message).toContain("fireSignal: name is not known here: use href");
  });

  it.each(documentedResponses(document, operations.fireSignal))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).fireSignal({ href }));
  });

  it("returns status and headers with raw", async () => {
    const fetch = recordingFetch(new Response(null, { status: 202, headers: { "x-request-id": "q-1" } }));
    const { status, headers, body: data } = await clientOn(fetch).raw.fireSignal({ href });
    expect([status, headers.get("x-request-id"), data]).toEqual([202, "q-1", undefined]);
  });
});
