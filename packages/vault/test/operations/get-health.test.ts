import document from "@keywright/vault/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import { createVaultClient } from "../../src/index.ts";
import { baseUrl, clientOn } from "../support.ts";

const health = { name: "Example vault server", version: "1.7.3" };
const request = { method: "GET", url: `${baseUrl}/health`, headers: { accept: "application/json" }, body: undefined };

describe("getHealth", () => {
  it("requests the health as JSON, without the token that the client has", async () => {
    const fetch = recordingFetch(jsonResponse(200, health));
    await clientOn(fetch).getHealth();
    expect(fetch.requests).toEqual([request]);
  });

  it("needs no token", async () => {
    const fetch = recordingFetch(jsonResponse(200, health));
    expect(await createVaultClient({ baseUrl, fetch }).getHealth()).toEqual(health);
    expect(fetch.requests).toEqual([request]);
  });

  it("takes the call options as its first argument", async () => {
    const fetch = recordingFetch(jsonResponse(200, health));
    await clientOn(fetch).getHealth({ headers: { "x-request-id": "health-1" } });
    expect(fetch.requests).toEqual([{ ...request, headers: { accept: "application/json", "x-request-id": "health-1" } }]);
  });

  it("returns unknown states of dependencies unchanged", async () => {
    const degraded = { ...health, dependencies: [{ service: "sync", status: "DEGRADED", since: "2024-05-06T08:00:00Z" }] };
    expect(await clientOn(recordingFetch(jsonResponse(200, degraded))).getHealth()).toEqual(degraded);
  });

  it("throws for a status that is not a success, with its body", async () => {
    const refusal = jsonResponse(404, { status: 404, message: "no such page" });
    await expect(clientOn(recordingFetch(refusal)).getHealth()).rejects.toMatchObject({
      name: "ApiError",
      status: 404,
      body: { status: 404, message: "no such page" },
    });
  });

  it("does not accept the page of another server as health", async () => {
    const page = new Response("<html><body>Sign in to the network</body></html>", { headers: { "content-type": "text/html" } });
    await expect(clientOn(recordingFetch(page)).getHealth()).rejects.toMatchObject({ name: "InvalidResponseError", code: "unexpected-content", status: 200 });
  });

  it.each(documentedResponses(document, operations.getHealth))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).getHealth());
  });
});
