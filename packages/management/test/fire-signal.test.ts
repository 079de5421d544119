import { jsonResponse, recordingFetch } from "@keywright/tool-testing";
import { describe, expect, it } from "vitest";
import { createManagementClient, type ManagementClient } from "../src/index.ts";
import { fireSignal } from "../src/runs.ts";
import { baseUrl, clientOn } from "./support.ts";

const href = `${baseUrl}/signals/0f6c1d52-approve?key=1`;
const fired = () => new Response(null, { status: 204 });

describe("fireSignal", () => {
  it("posts to the address of the action, without a body, with the token", async () => {
    const fetch = recordingFetch(fired());
    await expect(fireSignal(clientOn(fetch), { href })).resolves.toBeUndefined();
    expect(fetch.requests).toEqual([
      { method: "POST", url: href, headers: { accept: "application/json, application/problem+json", authorization: "Bearer token-1" }, body: undefined },
    ]);
  });

  it.each([
    fired(),
    new Response("", { status: 202 }),
    jsonResponse(200, { later: "members" }),
    new Response("done", { headers: { "content-type": "text/plain" } }),
  ])("does not look at what is answered to a success: %#", async (answer) => {
    await expect(fireSignal(clientOn(recordingFetch(answer)), { href })).resolves.toBeUndefined();
  });

  it("takes a login page for no answer of the service", async () => {
    const client = clientOn(recordingFetch(new Response("<html>log in</html>", { headers: { "content-type": "text/html" } })));
    await expect(fireSignal(client, { href })).rejects.toMatchObject({ name: "InvalidResponseError", code: "unexpected-content" });
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
    await expect(fireSignal(clientOn(fetch), { href: foreign })).rejects.toMatchObject({ name: "ArgumentError", operationId: "fireSignal" });
    expect(fetch.requests).toEqual([]);
  });

  it.each([{}, undefined, null])("says that %j is no action that can be fired", async (action) => {
    const fetch = recordingFetch();
    await expect(fireSignal(clientOn(fetch), action as { href: string })).rejects.toThrow(
      "fireSignal: the address must be one at https://management.example.com, which is baseUrl's, so that the token goes nowhere else; got nothing",
    );
    expect(fetch.requests).toEqual([]);
  });

  it("tells which scope a refused token lacks", async () => {
    const client = clientOn(recordingFetch(jsonResponse(403, {})));
    await expect(fireSignal(client, { href })).rejects.toThrow(
      "fireSignal failed with status 403: the service gave no reason (the operation needs Workflows.Runs.Execute)",
    );
  });

  it("is not sent again where it may have been fired", async () => {
    const fetch = recordingFetch(jsonResponse(503, {}));
    const client = createManagementClient({ baseUrl, token: "token-1", fetch });
    await expect(fireSignal(client, { href })).rejects.toMatchObject({ status: 503, attempts: 1, stopReason: "write" });
    const lost = async (): Promise<Response> => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
    };
    const failing = createManagementClient({ baseUrl, token: "token-1", fetch: lost });
    await expect(fireSignal(failing, { href })).rejects.toMatchObject({ name: "ConnectionError", outcome: "unknown", attempts: 1 });
  });

  it("is sent once more with a new token where the one before was refused", async () => {
    const fetch = recordingFetch(jsonResponse(401, {}), fired());
    let tokens = 0;
    const client = createManagementClient({ baseUrl, fetch, token: () => `token-${(tokens += 1)}` });
    await fireSignal(client, { href });
    expect(fetch.requests.map(({ headers }) => headers["authorization"])).toEqual(["Bearer token-1", "Bearer token-2"]);
  });

  it("needs a client that was made here", async () => {
    await expect(fireSignal({} as ManagementClient, { href })).rejects.toMatchObject({ name: "ConfigurationError" });
  });
});
