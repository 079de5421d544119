import document from "@keywright/vault/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import { createVaultClient } from "../../src/index.ts";
import { baseUrl, clientOn } from "../support.ts";

const alive = () => new Response(".", { headers: { "content-type": "text/plain; charset=utf-8" } });
const neverAsked = () => expect.fail("the token was asked for");
const request = { method: "GET", url: `${baseUrl}/heartbeat`, headers: { accept: "text/plain" }, body: undefined };

describe("getHeartbeat", () => {
  it("requests the heartbeat as text, without the token that the client has", async () => {
    const fetch = recordingFetch(alive());
    await clientOn(fetch).getHeartbeat();
    expect(fetch.requests).toEqual([request]);
  });

  it("needs no token", async () => {
    const fetch = recordingFetch(alive());
    expect(await createVaultClient({ baseUrl, fetch }).getHeartbeat()).toBe(".");
    expect(fetch.requests).toEqual([request]);
  });

  it("does not ask for a token that it does not send", async () => {
    expect(await createVaultClient({ baseUrl, token: neverAsked, fetch: recordingFetch(alive()) }).getHeartbeat()).toBe(".");
  });

  it("takes the call options as its first argument", async () => {
    const fetch = recordingFetch(alive(), alive());
    await clientOn(fetch).getHeartbeat({ headers: { "x-request-id": "beat-1" } });
    await clientOn(fetch).raw.getHeartbeat({ headers: { "x-request-id": "beat-2" } });
    expect(fetch.requests.map(({ headers }) => headers)).toEqual([
      { accept: "text/plain", "x-request-id": "beat-1" },
      { accept: "text/plain", "x-request-id": "beat-2" },
    ]);
  });

  it("ends with the reason of a signal that has fired, and sends nothing", async () => {
    const fetch = recordingFetch();
    const reason = new Error("the user has left");
    await expect(clientOn(fetch).getHeartbeat({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(fetch.requests).toEqual([]);
  });

  it("returns the status with raw", async () => {
    const { status, body: data } = await clientOn(recordingFetch(alive())).raw.getHeartbeat();
    expect({ status, data }).toEqual({ status: 200, data: "." });
  });

  it("throws for a status that is not a success, with its text", async () => {
    const refusal = new Response("no such page", { status: 404, headers: { "content-type": "text/plain" } });
    await expect(clientOn(recordingFetch(refusal)).getHeartbeat()).rejects.toMatchObject({ name: "ApiError", status: 404, body: "no such page" });
  });

  it("does not accept the page of another server as a heartbeat", async () => {
    const page = new Response("<html><body>Sign in to the network</body></html>", { headers: { "content-type": "text/html" } });
    await expect(clientOn(recordingFetch(page)).getHeartbeat()).rejects.toMatchObject({
      name: "InvalidResponseError",
      code: "unexpected-content",
      status: 200,
    });
  });

  it.each(documentedResponses(document, operations.getHeartbeat))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).getHeartbeat());
  });
});
