import document from "@keywright/vault/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import { createVaultClient } from "../../src/index.ts";
import { baseUrl, clientOn } from "../support.ts";

const metrics = (text: string) => new Response(text, { headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" } });
const request = { method: "GET", url: `${baseUrl}/metrics`, headers: { accept: "text/plain" }, body: undefined };

describe("getMetrics", () => {
  it("requests the metrics as text, without the token that the client has", async () => {
    const fetch = recordingFetch(metrics("up 1\n"));
    await clientOn(fetch).getMetrics();
    expect(fetch.requests).toEqual([request]);
  });

  it("needs no token", async () => {
    const fetch = recordingFetch(metrics("up 1\n"));
    expect(await createVaultClient({ baseUrl, fetch }).getMetrics()).toBe("up 1\n");
    expect(fetch.requests).toEqual([request]);
  });

  it("takes the call options as its first argument", async () => {
    const fetch = recordingFetch(metrics("up 1\n"));
    await clientOn(fetch).getMetrics({ headers: { "x-request-id": "metrics-1" } });
    expect(fetch.requests).toEqual([{ ...request, headers: { accept: "text/plain", "x-request-id": "metrics-1" } }]);
  });

  it.each(["", "# HELP up Whether it is up.\n# TYPE up gauge\nup 1\n", 'vault_items{name="Zürich 🔑 \\"a\\""} 3\r\n', '{"up":1}'])(
    "returns the text %j unchanged",
    async (text) => {
      expect(await clientOn(recordingFetch(metrics(text))).getMetrics()).toBe(text);
    },
  );

  it("throws instead of returning text with other characters if the bytes are not UTF-8", async () => {
    const answer = new Response(Uint8Array.of(0x75, 0x70, 0xff, 0x31), { headers: { "content-type": "text/plain" } });
    await expect(clientOn(recordingFetch(answer)).getMetrics()).rejects.toMatchObject({ name: "InvalidResponseError", code: "malformed-response" });
  });

  it("does not accept the page of another server as metrics", async () => {
    const page = new Response("<html><body>Sign in to the network</body></html>", { headers: { "content-type": "text/html" } });
    await expect(clientOn(recordingFetch(page)).getMetrics()).rejects.toMatchObject({ name: "InvalidResponseError", code: "unexpected-content", status: 200 });
  });

  it.each(documentedResponses(document, operations.getMetrics))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).getMetrics());
  });
});
